import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { request } from "node:http"
import { connect, type Socket } from "node:net"
import type { ListenerLimits, ListenerOptions } from "../../src/adapters/http/server/listener.ts"
import { sharedDocument } from "../../src/adapters/http/server/sharedDocument.ts"
import { listener } from "../support/http/listener.ts"

/** As large as the page of an interface. */
const page = new Uint8Array(3_500_000).fill(120)

const routes = (done: Effect.Effect<unknown> = Effect.void) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/health", HttpServerResponse.jsonUnsafe({ status: "ok" })),
    HttpRouter.add("GET", "/slow", Effect.as(Effect.sleep("300 millis"), HttpServerResponse.text("made"))),
    HttpRouter.add(
      "GET",
      "/never",
      Effect.onInterrupt(Effect.never, () => done)
    ),
    HttpRouter.add(
      "GET",
      "/media",
      HttpServerResponse.stream(
        Stream.fromIterable(Array.from({ length: 500 }, () => page.subarray(0, 65_536))).pipe(Stream.ensuring(done))
      )
    ),
    HttpRouter.add(
      "POST",
      "/api/developer/v1/contacts",
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
        Effect.map(Effect.orDie(text), (sent) => HttpServerResponse.text(String(sent.length)))
      )
    ),
    HttpRouter.use((router) =>
      Effect.gen(function* () {
        const document = yield* sharedDocument(Effect.succeed(page), { contentType: "text/html", headers: {} })
        yield* router.add("GET", "/docs", document)
      })
    )
  )

const serverOf = (
  limits: Partial<ListenerLimits> = {},
  options: Partial<ListenerOptions> = {},
  done: Effect.Effect<unknown> = Effect.void
) =>
  HttpRouter.serve(routes(done), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(
      NodeHttpServer.layer(() => listener(limits, options), { host: "127.0.0.1", port: 0, backlog: 4_096 })
    )
  )

const portOf = Effect.map(HttpServer.HttpServer, ({ address }) =>
  Number(new URL(HttpServer.formatAddress(address)).port)
)

/** Connections that send this and never read, until the scope is closed. */
const unread = (times: number, text: string) =>
  Effect.flatMap(portOf, (port) =>
    Effect.acquireRelease(
      Effect.promise(() =>
        Promise.all(
          Array.from(
            { length: times },
            () =>
              new Promise<Socket>((resolve) => {
                const socket = connect({ port, host: "127.0.0.1" })
                socket.pause().on("error", () => undefined)
                socket.once("connect", () => {
                  socket.write(text)
                  resolve(socket)
                })
              })
          )
        )
      ),
      (sockets) => Effect.sync(() => sockets.forEach((socket) => socket.destroy()))
    )
  )

/** How many connections the server has, told by the server itself. */
const connectionsOf = (server: ReturnType<typeof listener>) =>
  Effect.callback<number>((resume) => {
    server.getConnections((_, count) => resume(Effect.succeed(count)))
  })

/** Milliseconds that a call by another client takes; fails when it is not answered. */
const call = (path: string) =>
  Effect.flatMap(portOf, (port) =>
    Effect.callback<number, string>((resume) => {
      const begun = performance.now()
      const options = { host: "127.0.0.1", port, path, localAddress: "127.0.0.2", agent: false } as const
      request(options, (response) => {
        response.resume().on("end", () => resume(Effect.succeed(performance.now() - begun)))
      })
        .on("error", (error) => resume(Effect.fail(error.message)))
        .end()
    })
  )

/** Everything that comes back over a connection until it is closed. Pieces are sent one after the other. */
const exchange = (pieces: ReadonlyArray<string>, everyMillis = 0) =>
  Effect.flatMap(portOf, (port) =>
    Effect.callback<string>((resume) => {
      const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1")
      const rest = [...pieces]
      let text = ""
      const timer = setInterval(() => void (socket.writable && socket.write(rest.shift() ?? "")), everyMillis)
      socket
        .on("data", (piece: string) => (text += piece))
        .on("error", () => undefined)
        .on("close", () => {
          clearInterval(timer)
          resume(Effect.succeed(text))
        })
    })
  )

const until = <R>(condition: Effect.Effect<boolean, never, R>): Effect.Effect<void, never, R> =>
  Effect.flatMap(condition, (holds) =>
    holds ? Effect.void : Effect.andThen(Effect.sleep("20 millis"), until(condition))
  )

const usedBytes = () => {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
const docs = "GET /docs HTTP/1.1\r\nHost: x\r\n\r\n"

describe("clients that do not read", () => {
  it.live(
    "use no memory for a document, do not delay others, and are disconnected",
    () => {
      // The kernel may take a whole document for a client: then the connection is idle.
      const server = listener({ stalledMillis: 2_000, idleMillis: 2_000 })
      return Effect.gen(function* () {
        yield* call("/docs")
        const before = { used: usedBytes(), rss: process.memoryUsage().rss }
        const sockets = yield* unread(1_000, docs)
        const times = yield* Effect.forEach(Array.from({ length: 100 }), () => call("/health"))
        const sorted = times.toSorted((one, other) => one - other)
        const grown = (usedBytes() - before.used) / 1e6
        const rss = (process.memoryUsage().rss - before.rss) / 1e6
        assert.isBelow(grown, 100)
        assert.isBelow(rss, 300)
        assert.isBelow(sorted[90] ?? Infinity, 200)
        assert.isBelow(sorted[99] ?? Infinity, 1_000)
        assert.strictEqual(yield* connectionsOf(server), sockets.length)
        yield* until(Effect.map(connectionsOf(server), (count) => count === 0))
      }).pipe(
        Effect.scoped,
        Effect.provide(
          HttpRouter.serve(routes(), { disableLogger: true, disableListenLog: true }).pipe(
            Layer.provideMerge(NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0, backlog: 4_096 }))
          )
        )
      )
    },
    30_000
  )

  it.live("end the stream that was created for them", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        yield* unread(1, "GET /media HTTP/1.1\r\nHost: x\r\n\r\n")
        yield* Deferred.await(ended)
      }).pipe(Effect.scoped, Effect.provide(serverOf({ stalledMillis: 100 }, {}, Deferred.succeed(ended, undefined))))
    })
  )

  it.live("do not include those whose response takes long to create", () =>
    Effect.gen(function* () {
      const told = yield* exchange(["GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
      assert.match(told, /^HTTP\/1\.1 200 [^]*made$/)
    }).pipe(Effect.provide(serverOf({ stalledMillis: 50 })))
  )

  it.live("do not include those who read slowly", () =>
    Effect.gen(function* () {
      const [socket] = yield* unread(1, docs.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
      let read = 0
      yield* Effect.callback<void>((resume) => {
        const timer = setInterval(() => {
          const piece: unknown = socket?.read(200_000) ?? socket?.read()
          if (piece instanceof Uint8Array) read += piece.byteLength
        }, 25)
        socket
          ?.on("readable", () => undefined)
          .on("close", () => {
            clearInterval(timer)
            resume(Effect.void)
          })
      })
      assert.isAbove(read, page.byteLength)
    }).pipe(Effect.scoped, Effect.provide(serverOf({ stalledMillis: 200 })))
  )

  it.live("may have a few outstanding requests, and lose the connection with more", () =>
    Effect.gen(function* () {
      const done: Array<number> = []
      const server = serverOf(
        { unansweredRequests: 3 },
        {},
        Effect.sync(() => done.push(1))
      )
      const never = "GET /never HTTP/1.1\r\nHost: x\r\n\r\n"
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* exchange([never.repeat(2_000)]), "")
        yield* until(Effect.sync(() => done.length === 3))
        const health = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        const closing = health.replace("Host", "Connection: close\r\nHost")
        const told = yield* exchange([health, health, health, health, health, closing], 20)
        assert.strictEqual(told.match(/HTTP\/1\.1 200/g)?.length, 6)
      }).pipe(Effect.provide(server))
      assert.strictEqual(done.length, 3)
    })
  )
})

describe("clients that send slowly", () => {
  const head = "POST /api/developer/v1/contacts HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n"

  it.live.each([
    ["Content-Length: 1000\r\n\r\n", "x"],
    ["Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"]
  ] as const)("receive an error in the envelope: %j", ([rest, drip]) =>
    Effect.gen(function* () {
      const told = yield* exchange([`${head}${rest}`, ...Array.from({ length: 500 }, () => drip)], 5)
      assert.match(told, /^HTTP\/1\.1 408 Request Timeout\r\n/)
      assert.match(told, /\r\nx-request-id: mine\r\n/i)
      assert.match(told, /\r\nx-content-type-options: nosniff\r\n/i)
      assert.match(told, /\r\n\r\n\{"success":false,"message":"The request did not arrive in time"\}$/)
    }).pipe(Effect.provide(serverOf({ bodyMillis: 100, checkMillis: 10 })))
  )

  it.live("have more time for a large body that continues to arrive", () =>
    Effect.gen(function* () {
      const piece = "x".repeat(10_000)
      const begun = `${head}Connection: close\r\nContent-Length: 400000\r\n\r\n`
      const told = yield* exchange([begun, ...Array.from({ length: 40 }, () => piece)], 5)
      assert.match(told, /^HTTP\/1\.1 200 [^]*400000$/)
    }).pipe(Effect.provide(serverOf({ bodyMillis: 50, bytesPerSecond: 100_000, checkMillis: 10 })))
  )

  it.live("have no additional time for a head", () =>
    Effect.gen(function* () {
      const told = yield* exchange(
        ["GET /api/whatsapp/x HTTP/1.1\r\n", ...Array.from({ length: 500 }, () => "a: b\r\n")],
        5
      )
      assert.match(told, /^HTTP\/1\.1 408 [^]*x-request-id: made\r\n[^]*"The request did not arrive in time"\}$/i)
    }).pipe(Effect.provide(serverOf({ headMillis: 100, checkMillis: 10 })))
  )
})

describe("clients with many connections", () => {
  const told: Array<string> = []
  const limits = { connectionsPerClient: 3 }
  const options = { tooMany: (network: string) => void told.push(network) }

  it.live("are limited in number, and others are admitted as before", () =>
    Effect.gen(function* () {
      told.length = 0
      const sockets = yield* unread(3, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
      assert.strictEqual(yield* exchange(["GET /health HTTP/1.1\r\nHost: x\r\n\r\n"]), "")
      assert.strictEqual(yield* exchange(["GET /health HTTP/1.1\r\nHost: x\r\n\r\n"]), "")
      assert.deepStrictEqual(told, ["127.0.0.1"])
      yield* call("/health")
      sockets[0]?.destroy()
      const answered = exchange(["GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
      yield* until(Effect.map(answered, (text) => text.startsWith("HTTP/1.1 200")))
    }).pipe(Effect.scoped, Effect.provide(serverOf(limits, options)))
  )

  it.live("are admitted if they are trusted proxies, or without a limit", () =>
    Effect.gen(function* () {
      told.length = 0
      const all = Effect.gen(function* () {
        yield* unread(20, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n")
        const text = yield* exchange(["GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"])
        assert.match(text, /^HTTP\/1\.1 200/)
      }).pipe(Effect.scoped)
      const trusted = [IpNetwork.fromStringUnsafe("127.0.0.0/8")]
      yield* Effect.provide(all, Layer.fresh(serverOf(limits, { ...options, trusted })))
      yield* Effect.provide(all, Layer.fresh(serverOf({ connectionsPerClient: 0 }, options)))
      assert.deepStrictEqual(told, [])
    })
  )
})
