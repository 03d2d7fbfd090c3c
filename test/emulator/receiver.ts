import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, Queue } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"

export interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** An app that the platform reports to, and that takes every report. */
export class Receiver extends Context.Service<
  Receiver,
  {
    readonly url: string
    /** Waits for the next report. */
    readonly next: Effect.Effect<Delivery>
  }
>()("test/Receiver") {}

export const layer = Layer.effect(
  Receiver,
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Delivery>()
    const server = yield* HttpServer.HttpServer
    const app = yield* HttpRouter.toHttpEffect(
      HttpRouter.add("POST", "/webhook", (request) =>
        Effect.gen(function* () {
          const body = yield* request.text
          yield* Queue.offer(queue, { headers: request.headers, body })
          return HttpServerResponse.text("EVENT_RECEIVED")
        }).pipe(Effect.orDie)
      )
    )
    yield* server.serve(app)
    return Receiver.of({
      url: `${HttpServer.formatAddress(server.address)}/webhook`,
      next: Queue.take(queue)
    })
  })
).pipe(Layer.provide(NodeHttpServer.layerServer(createServer, { port: 0, host: "127.0.0.1" })))
