import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { type IncomingMessage, request, type Server } from "node:http"
import { connect, type Socket } from "node:net"
import { listener } from "../../support/http/listener.ts"

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
const serverOf = (evaluate: () => Server) =>
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(evaluate, { host: "127.0.0.1", port: 0 }))
  )
const server = serverOf(() => listener())

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
  it.live("sends whole bodies in one piece, and streams in pieces", () =>
    Effect.gen(function* () {
      const length = String(Buffer.byteLength(text))
      assert.deepStrictEqual(yield* call("/text"), { status: 200, length, body: text })
      assert.deepStrictEqual(yield* call("/text", "HEAD"), { status: 200, length, body: "" })
      assert.deepStrictEqual(yield* call("/empty"), { status: 204, length: undefined, body: "" })
      assert.deepStrictEqual(yield* call("/stream"), { status: 200, length: undefined, body: text })
    }).pipe(Effect.provide(server))
  )

  it.live("delays requests that arrive before the routes exist", () =>
    Effect.gen(function* () {
      const came = yield* Queue.unbounded<string>()
      const watch = ({ url = "" }: IncomingMessage) => void Queue.offerUnsafe(came, url)
      const server = NodeHttpServer.layer(() => listener({}, { watch }), { host: "127.0.0.1", port: 0 })
      yield* Effect.gen(function* () {
        const early = yield* Effect.forkChild(call("/empty"))
        assert.strictEqual(yield* Queue.take(came), "/empty")
        yield* HttpServer.serveEffect()(Effect.succeed(HttpServerResponse.empty({ status: 204 })))
        assert.deepStrictEqual(yield* Fiber.join(early), { status: 204, length: undefined, body: "" })
        assert.strictEqual((yield* call("/later"))?.status, 204)
      }).pipe(Effect.scoped, Effect.provide(server))
    })
  )

  it.live("rejects connections over its maximum, and accepts the next after one ends", () =>
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      const port = Number(new URL(HttpServer.formatAddress(address)).port)
      /** A connection, and what it is told to a request: null when it was closed instead. */
      const open = Effect.sync(() => connect(port, "127.0.0.1").setEncoding("utf8"))
      const ask = (socket: Socket) =>
        Effect.callback<string | null>((resume) => {
          socket.once("data", (piece: string) => resume(Effect.succeed(piece.slice(0, 12))))
          socket.on("error", () => resume(Effect.succeed(null))).once("close", () => resume(Effect.succeed(null)))
          socket.write("GET /empty HTTP/1.1\r\nHost: here\r\n\r\n")
        })
      const [one, other] = [yield* open, yield* open]
      assert.deepStrictEqual([yield* ask(one), yield* ask(other)], ["HTTP/1.1 204", "HTTP/1.1 204"])
      assert.isNull(yield* ask(yield* open))
      assert.strictEqual(yield* ask(one), "HTTP/1.1 204")

      const isClosed = Effect.callback<void>((resume) => void one.once("close", () => resume(Effect.void)).end())
      yield* isClosed
      const next = yield* open
      assert.strictEqual(yield* ask(next), "HTTP/1.1 204")
      other.destroy()
      next.destroy()
    }).pipe(Effect.provide(serverOf(() => listener({ connections: 2 }))))
  )

  it.live("rejects bodies that are shorter than their length", () =>
    Effect.gen(function* () {
      assert.isNull(yield* call("/short"))
    }).pipe(Effect.provide(server))
  )
})
