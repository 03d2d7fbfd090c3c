import { Effect, Layer } from "effect"
import { Dns, IpNetwork } from "effect/net"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import * as HttpWebhookSender from "../../src/adapters/outbound/HttpWebhookSender.ts"
import * as LocalServer from "../network/LocalServer.ts"

/** The sender, with this machine allowed, and a few names. */
export const sender = HttpWebhookSender.layer.pipe(
  Layer.provide(
    WebhookAgent.layerWithDns({ allowed: [IpNetwork.fromStringUnsafe("127.0.0.1/32")], ca: Effect.succeed([]) })
  ),
  Layer.provide(Dns.layerStatic({ hosts: { "public.test": ["93.184.216.34"], "private.test": ["10.0.0.1"] } })),
  Layer.orDie
)

export interface Received {
  readonly method: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** A receiver that keeps what it receives. */
export const receiver = (answer: (response: ServerResponse) => void) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const listener: RequestListener = (request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
      request.on("end", () => {
        received.push({ method: request.method, headers: request.headers, body })
        answer(response)
      })
    }
    const server = yield* LocalServer.http(listener)
    return { ...server, url: `http://127.0.0.1:${server.port}/hook?a=b`, received }
  })
