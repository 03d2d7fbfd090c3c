import { Effect, Layer, Ref } from "effect"
import { Dns, IpNetwork, NetAddress } from "effect/net"
import { NotConnected } from "../../src/adapters/outbound/HttpFailure.ts"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

export const notAllowed = shown(new NotConnected({ reason: "address not allowed", detail: "address not allowed" }))

export const loopback = ["127.0.0.1/32"]

/** The agent for webhooks, with name servers that answer each look-up with the next list, and the last one for ever. */
export const guarded = Effect.fnUntraced(function* (
  answers: ReadonlyArray<ReadonlyArray<string>>,
  allowed: ReadonlyArray<string> = [],
  ca: ReadonlyArray<string> = []
) {
  const asked = yield* Ref.make(0)
  const lookup = Effect.map(
    Ref.getAndUpdate(asked, (count) => count + 1),
    (count) => (answers[count] ?? answers.at(-1) ?? []).map(NetAddress.ipFromStringUnsafe)
  )
  const context = yield* Layer.build(
    WebhookAgent.layerWithDns({
      allowed: allowed.map(IpNetwork.fromStringUnsafe),
      ca: Effect.succeed(ca)
    }).pipe(Layer.provide(Layer.succeed(Dns.Dns, Dns.make({ lookup: () => lookup }))))
  )
  const agent = yield* Effect.provide(WebhookAgent.WebhookAgent, context)
  return { ...agent, asked: Ref.get(asked) }
})

/** A server that ends every connection with its answer, so that each call makes a new one. */
export const closing = LocalServer.http((_, response) => response.writeHead(200, { connection: "close" }).end("ok"))
