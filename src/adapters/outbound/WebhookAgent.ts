import { Context, Effect, Layer } from "effect"
import type { Dns, IpNetwork } from "effect/net"
import * as AddressGuard from "./AddressGuard.ts"
import type { ExtraCa } from "./Connector.ts"
import * as HttpAgent from "./HttpAgent.ts"
import * as ResolverDns from "./ResolverDns.ts"

export type { ExtraCa } from "./Connector.ts"

/** Maximum calls in flight to one receiver, equal to the maximum of its concurrency limiter. */
const connectionsPerOrigin = 64

/** Maximum number of receivers with pooled connections. */
const maxOrigins = 1_000

/** Maximum number of bytes of an answer, headers and body together, in any framing. */
const maxAnswerBytes = 262_144

/** Calls to foreign addresses: the `AddressGuard` checks every connection. */
export class WebhookAgent extends Context.Service<WebhookAgent, HttpAgent.HttpAgent>()(
  "effect-parley/adapters/network/WebhookAgent"
) {}

export interface WebhookAgentOptions {
  /** Non-public ranges that may be dialled. */
  readonly allowed: ReadonlyArray<IpNetwork.IpNetwork>
  readonly ca: ExtraCa
}

/** The agent and its guard. Tests provide their own DNS. */
export const layerWithDns = ({
  allowed,
  ca
}: WebhookAgentOptions): Layer.Layer<WebhookAgent | AddressGuard.AddressGuard, never, Dns.Dns> =>
  Layer.effect(
    WebhookAgent,
    Effect.flatMap(AddressGuard.AddressGuard, (guard) =>
      HttpAgent.make({ name: "webhooks", guard, ca, maxAnswerBytes, connectionsPerOrigin, maxOrigins })
    )
  ).pipe(Layer.provideMerge(AddressGuard.layer(allowed)))

export const layer = (options: WebhookAgentOptions): Layer.Layer<WebhookAgent | AddressGuard.AddressGuard> =>
  layerWithDns(options).pipe(Layer.provide(ResolverDns.layer))
