import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { request } from "node:http"
import { listener } from "../../src/adapters/http/listener.ts"

const text = `{"name":"漢 👩‍👩‍👧‍👦","more":"${"ä".repeat(10_000)}"}`

const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/text", HttpServerResponse.text(text, { contentType: "application/json" })),
  HttpRouter.add("GET", "/empty", HttpServerResponse.empty({ status: 204 })),
  HttpRouter.add("GET", "/stream", HttpServerResponse.stream(Stream.make(new TextEncoder().encode(text)))),
  HttpRouter.add(
    "GET",
    "/short",
    HttpServerResponse.stream(Stream.make(new Uint8Array(3)), { contentLength: 10, contentType: "text/plain" })
  )
)
const server = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(listener, { host: "127.0.0.1", port: 0 }))
)

interface Answer {
  readonly status: number
  readonly length: string | undefined
  readonly body: string
}

/** One call without anything between it and the socket; null when the connection broke. */
const call = (path: string, method = "GET") =>
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.callback<Answer | null>((resume) => {
      const url = `${HttpServer.formatAddress(address)}${path}`
      const sent = request(url, { method }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", () => resume(Effect.succeed(null)))
        response.on("end", () => {
          const { headers, statusCode = 0 } = response
          const body = Buffer.concat(chunks).toString()
          resume(Effect.succeed({ status: statusCode, length: headers["content-length"], body }))
        })
      })
      sent.on("error", () => resume(Effect.succeed(null)))
      sent.end()
    })
  )

describe("the listener", () => {
  it.live("answers in one piece what is whole, and in pieces what is not", () =>
    Effect.gen(function* () {
      const length = String(Buffer.byteLength(text))
      assert.deepStrictEqual(yield* call("/text"), { status: 200, length, body: text })
      assert.deepStrictEqual(yield* call("/text", "HEAD"), { status: 200, length, body: "" })
      assert.deepStrictEqual(yield* call("/empty"), { status: 204, length: undefined, body: "" })
      assert.deepStrictEqual(yield* call("/stream"), { status: 200, length: undefined, body: text })
    }).pipe(Effect.provide(server))
  )

  it.live("lets nothing pass for whole that is shorter than it says", () =>
    Effect.gen(function* () {
      assert.isNull(yield* call("/short"))
    }).pipe(Effect.provide(server))
  )
})
