import { Context, Effect, Layer } from "effect"
import type { Dns, IpNetwork } from "effect/net"
import * as AddressGuard from "./AddressGuard.ts"
import type { ExtraCa } from "./Connector.ts"
import * as HttpAgent from "./HttpAgent.ts"
import * as ResolverDns from "./ResolverDns.ts"

export type { ExtraCa } from "./Connector.ts"

/** Calls in flight to one receiver: as many as its window ever has. */
const connectionsPerOrigin = 64

/** Receivers whose connections are kept. */
const maxOrigins = 1_000

/** All bytes of an answer: its headers and as much of its body as is read take no more, however they are chopped up. */
const maxAnswerBytes = 262_144

/** Calls to addresses that others gave us: every connection asks the `AddressGuard` first. */
export class WebhookAgent extends Context.Service<WebhookAgent, HttpAgent.HttpAgent>()(
  "effect-parley/adapters/network/WebhookAgent"
) {}

export interface WebhookAgentOptions {
  /** Ranges that may be dialled although they are not public. */
  readonly allowed: ReadonlyArray<IpNetwork.IpNetwork>
  readonly ca: ExtraCa
}

/** The agent, and the guard it asks. Tests bring their own names. */
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
