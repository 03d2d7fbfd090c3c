import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { HttpCall } from "../../src/adapters/outbound/HttpCall.ts"
import { calling, text, trusting } from "./calling.ts"
import { certificateFor } from "./certificate.ts"
import * as LocalServer from "./LocalServer.ts"

/** Serves the first request of a connection, and does this to the connection when a second one comes. */
const secondRequest = (end: (socket: Socket) => void) => {
  const served = new WeakSet<Socket>()
  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (served.has(socket)) return end(socket)
    served.add(socket)
    response.end("ok")
  }
}

const post = (port: number, changes: Partial<HttpCall> = {}) =>
  calling(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}", repeatable: true, ...changes })

const ends: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
  ["closes", (socket) => socket.end()],
  ["destroys", (socket) => socket.destroy()],
  ["resets", (socket) => socket.resetAndDestroy()]
]

describe("calls on reused connections", () => {
  it.effect.each(ends)("reused connection: the request is repeated once if the peer %s it without a byte", ([, end]) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http(secondRequest(end))
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      for (let count = 0; count < 3; count++) {
        assert.strictEqual(text((yield* agent.request(post(server.port))).body), "ok")
      }
      const events = yield* server.unseen
      // The second call meets the connection of the first one, and the third one has no connection to meet.
      assert.strictEqual(events.filter((event) => event === "POST /").length, 4)
    })
  )

  it.effect.each(ends.slice(0, 2))(
    "reused connection: over TLS, the request is repeated once if the peer %s it",
    ([, end]) =>
      Effect.gen(function* () {
        const certificate = yield* certificateFor("127.0.0.1")
        const server = yield* LocalServer.https(certificate, secondRequest(end))
        const agent = yield* trusting({ connectionsPerOrigin: 1, ca: Effect.succeed([certificate.cert]) })
        const call = post(server.port, { url: `https://127.0.0.1:${server.port}/` })
        for (let count = 0; count < 3; count++) assert.strictEqual(text((yield* agent.request(call)).body), "ok")
        assert.strictEqual((yield* server.unseen).filter((event) => event === "POST /").length, 4)
      })
  )

  it.effect("reused connection: a repeated request that fails too is not repeated again", () =>
    Effect.gen(function* () {
      let requests = 0
      const server = yield* LocalServer.http(({ socket }, response) => {
        if (requests++ === 0) response.end("ok")
        else socket.destroy()
      })
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      yield* agent.request(post(server.port))
      assert.strictEqual((yield* Effect.flip(agent.request(post(server.port))))._tag, "ConnectionLost")
      assert.strictEqual(requests, 3)
    })
  )

  it.effect("reused connection: the repeated request uses a new connection if others are idle", () =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http(secondRequest((socket) => socket.destroy()))
      const agent = yield* trusting({ connectionsPerOrigin: 4 })
      const calls = Effect.all(
        Array.from({ length: 4 }, () => agent.request(post(server.port))),
        { concurrency: 4 }
      )
      yield* calls
      assert.deepStrictEqual(
        (yield* calls).map(({ status }) => status),
        [200, 200, 200, 200]
      )
    })
  )

  it.effect("reused connection: a first request on a connection is not repeated", () =>
    Effect.gen(function* () {
      let requests = 0
      const server = yield* LocalServer.http(({ socket }) => {
        requests++
        socket.destroy()
      })
      const agent = yield* trusting()
      assert.strictEqual((yield* Effect.flip(agent.request(post(server.port))))._tag, "ConnectionLost")
      assert.strictEqual(requests, 1)
    })
  )

  it.effect.each<readonly [string, string]>([
    ["an interim answer", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["part of a status line", "HTTP/1.1 2"],
    ["headers", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"]
  ])("reused connection: after %s the request is not repeated", ([, bytes]) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http(secondRequest((socket) => void socket.end(bytes)))
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      yield* agent.request(post(server.port))
      yield* Effect.flip(agent.request(post(server.port)))
      assert.strictEqual((yield* server.unseen).filter((event) => event === "POST /").length, 2)
    })
  )

  it.effect.each([
    ["a call that is not repeatable", { repeatable: false }],
    ["a body that is read while it is sent", { body: { length: 2, bytes: Stream.succeed(new Uint8Array([123, 125])) } }]
  ] as const)("reused connection: %s is not repeated", ([, changes]) =>
    Effect.gen(function* () {
      const server = yield* LocalServer.http(secondRequest((socket) => socket.destroy()))
      const agent = yield* trusting({ connectionsPerOrigin: 1 })
      yield* agent.request(post(server.port))
      assert.strictEqual((yield* Effect.flip(agent.request(post(server.port, changes))))._tag, "ConnectionLost")
      assert.strictEqual((yield* server.unseen).filter((event) => event === "POST /").length, 2)
    })
  )
})
