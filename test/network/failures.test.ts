import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Socket } from "node:net"
import {
  AnswerUnreadable,
  ConnectionLost,
  DeadlinePassed,
  NotConnected
} from "../../src/adapters/outbound/HttpFailure.ts"
import { calling, trusting } from "./calling.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

const failing = Effect.fnUntraced(function* (url: string, changes: Parameters<typeof calling>[1] = {}) {
  const agent = yield* trusting()
  return yield* Effect.flip(agent.request(calling(url, changes)))
})

describe("no request was sent", () => {
  it.effect("without a listener", () =>
    Effect.gen(function* () {
      const port = yield* LocalServer.closedPort
      const failure = yield* failing(`http://127.0.0.1:${port}/`)
      assert.deepStrictEqual(
        shown(failure),
        shown(new NotConnected({ reason: "connection refused", detail: `connect ECONNREFUSED 127.0.0.1:${port}` }))
      )
    })
  )

  it.effect("if no address of the name accepts the connection", () =>
    Effect.gen(function* () {
      const port = yield* LocalServer.closedPort
      const failure = yield* failing(`http://localhost:${port}/`)
      assert.instanceOf(failure, NotConnected)
      assert.strictEqual(failure._tag === "NotConnected" && failure.reason, "connection refused")
    })
  )

  it.effect("to an invalid port", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* failing("https://127.0.0.1:0/"), NotConnected)
    })
  )

  it.effect.each(["nonsense", "ftp://127.0.0.1/", "http://", "file:///etc/passwd", "http://[fe80::1%25lo]/"])(
    "to %s, which is not an HTTP URL",
    (url) =>
      Effect.gen(function* () {
        const failure = yield* failing(url)
        const notValid = new NotConnected({ reason: "request not valid", detail: "not an HTTP URL" })
        assert.deepStrictEqual(shown(failure), shown(notValid))
      })
  )

  it.effect.each(["a\r\nb: c", "a\u0000b", "…"])("with a header that cannot be written (%j)", (value) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http((_, response) => response.end())
      const failure = yield* failing(`http://127.0.0.1:${server.port}/`, { headers: { "x-odd": value } })
      assert.deepStrictEqual(
        shown(failure),
        shown(new NotConnected({ reason: "request not valid", detail: "invalid x-odd header" }))
      )
      assert.deepStrictEqual(yield* server.unseen, [])
    })
  )

  it.effect("if the peer is silent in the TLS handshake until the deadline", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.tcp((socket, note) => socket.once("data", () => note("hello")))
      const failure = yield* Effect.forkChild(failing(`https://127.0.0.1:${server.port}/`))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "hello"])
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(shown(yield* Fiber.join(failure)), shown(new DeadlinePassed({ sent: false })))
    })
  )

  it.effect("if the peer resets the connection in the TLS handshake", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.tcp((socket) => socket.once("data", () => socket.resetAndDestroy()))
      const failure = yield* failing(`https://127.0.0.1:${server.port}/`)
      assert.instanceOf(failure, NotConnected)
    })
  )

  it.effect("if the peer does not support TLS", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.answering("HTTP/1.1 400 Bad Request\r\n\r\n")
      const failure = yield* failing(`https://127.0.0.1:${server.port}/`)
      assert.strictEqual(failure._tag === "NotConnected" && failure.reason, "TLS failed")
    })
  )
})

describe("a connection that is reset at once", () => {
  it.effect("is lost, unless the reset is detected before the request is written", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.tcp((socket) => socket.resetAndDestroy())
      assert.oneOf((yield* failing(`http://127.0.0.1:${server.port}/`))._tag, ["NotConnected", "ConnectionLost"])
    })
  )
})

describe("the request may have had an effect", () => {
  const sent = shown(new DeadlinePassed({ sent: true }))

  it.effect("if no response begins before the deadline; its connection is then destroyed", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http(() => {})
      const failure = yield* Effect.forkChild(failing(`http://127.0.0.1:${server.port}/x`))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "GET /x"])
      yield* TestClock.adjust("14999 millis")
      assert.deepStrictEqual(yield* server.unseen, [])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(shown(yield* Fiber.join(failure)), sent)
      assert.strictEqual(yield* server.next, "closed")
    })
  )

  it.effect.each([
    ["status", "HTTP/1.1 200 "],
    ["headers", "HTTP/1.1 200 OK\r\nx-odd: "],
    ["body", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n"]
  ])("if the %s arrives past the deadline, a byte a second", ([, beginning]) =>
    Effect.gen(function* () {
      const held: Array<Socket> = []
      const server = yield* LocalServer.answering(beginning ?? "", (socket) => void held.push(socket))
      const failure = yield* Effect.forkChild(failing(`http://127.0.0.1:${server.port}/`))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "request"])
      for (let second = 1; second < 15; second++) {
        held[0]?.write("x")
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(yield* server.unseen, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(shown(yield* Fiber.join(failure)), sent)
      assert.strictEqual(yield* server.next, "closed")
    })
  )

  it.effect("if the body stops before its end, and the deadline passes", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.answering("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n123")
      const failure = yield* Effect.forkChild(failing(`http://127.0.0.1:${server.port}/`))
      assert.deepStrictEqual([yield* server.next, yield* server.next], ["open", "request"])
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(shown(yield* Fiber.join(failure)), sent)
      assert.strictEqual(yield* server.next, "closed")
    })
  )

  it.effect("if the peer resets the connection after the request", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.tcp((socket) => socket.once("data", () => socket.resetAndDestroy()))
      assert.deepStrictEqual(
        shown(yield* failing(`http://127.0.0.1:${server.port}/`)),
        shown(new ConnectionLost({ detail: "read ECONNRESET" }))
      )
    })
  )

  it.effect("if the peer closes the connection instead of responding", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.tcp((socket) => socket.once("data", () => socket.end()))
      assert.deepStrictEqual(
        shown(yield* failing(`http://127.0.0.1:${server.port}/`)),
        shown(new ConnectionLost({ detail: "other side closed" }))
      )
    })
  )

  it.effect("if the connection breaks in the middle of the body", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.answering("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n123", (socket) =>
        socket.end()
      )
      assert.instanceOf(yield* failing(`http://127.0.0.1:${server.port}/`), ConnectionLost)
    })
  )

  it.effect.each([
    ["is not HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["has more headers than fit", `HTTP/1.1 200 OK\r\n${"x-filler: 0123456789\r\n".repeat(2_000)}\r\n`],
    ["has a header that never ends", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}`],
    ["lies about its length", "HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n"],
    ["has two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"],
    ["has a chunk of no size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nz\r\n"]
  ])("if the response %s", ([, answer]) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.answering(answer ?? "")
      assert.instanceOf(yield* failing(`http://127.0.0.1:${server.port}/`), AnswerUnreadable)
    })
  )

  it.effect("if the peer switches protocols", () =>
    Effect.gen(function* () {
      const upgrade = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"
      const server = yield* LocalServer.answering(upgrade)
      assert.instanceOf(yield* failing(`http://127.0.0.1:${server.port}/`), ConnectionLost)
      assert.deepStrictEqual(
        [yield* server.next, yield* server.next, yield* server.next],
        ["open", "request", "closed"]
      )
    })
  )
})
