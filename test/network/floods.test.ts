import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { AnswerUnreadable } from "../../src/adapters/outbound/HttpFailure.ts"
import { calling, trusting } from "./calling.ts"
import { certificateFor } from "./certificate.ts"
import * as LocalServer from "./LocalServer.ts"
import { shown } from "./shown.ts"

const maxAnswerBytes = 65_536

const mebibyte = 1_048_576

/** Writes a beginning and then one piece for ever, past the library that would write an answer. */
const flooding = (beginning: string, piece: string) => {
  const pieces = piece.repeat(Math.ceil(maxAnswerBytes / piece.length))
  const flood = { written: 0 }
  const listener = (_: IncomingMessage, { socket }: ServerResponse) => {
    if (socket === null) return
    const pour = () => {
      while (!socket.destroyed && socket.write(pieces)) flood.written += pieces.length
    }
    socket.write(beginning)
    socket.on("drain", pour)
    pour()
  }
  return { flood, listener }
}

const floods = [
  ["blank lines before it", "", "\r\n"],
  ["interim answers before it", "", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"],
  ["the reason of its status", "HTTP/1.1 200 ", "x"],
  ["blanks before the value of a header", "HTTP/1.1 200 OK\r\nx-odd:", " "],
  ["the size of a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "0"],
  ["the extension of a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "x"]
] as const

describe("a response without an end", () => {
  it.effect.each(floods)("in %s is cut off, and its connection destroyed", ([, beginning, piece]) =>
    Effect.gen(function* () {
      const { flood, listener } = flooding(beginning, piece)
      const server = yield* LocalServer.http(listener)
      const agent = yield* trusting({ maxAnswerBytes })
      const failure = yield* Effect.flip(agent.request(calling(`http://127.0.0.1:${server.port}/`)))
      assert.deepStrictEqual(shown(failure), shown(new AnswerUnreadable({ detail: "answer too long" })))
      assert.deepStrictEqual([yield* server.next, yield* server.next, yield* server.next], ["open", "GET /", "closed"])
      // What the kernel's buffers took before the connection was gone.
      assert.isBelow(flood.written, 32 * mebibyte)
    })
  )

  it.effect("is cut off over TLS, too", () =>
    Effect.gen(function* () {
      const { flood, listener } = flooding("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "x")
      const certificate = yield* certificateFor("127.0.0.1")
      const server = yield* LocalServer.https(certificate, listener)
      const agent = yield* trusting({ maxAnswerBytes, ca: Effect.succeed([certificate.cert]) })
      const failure = yield* Effect.flip(agent.request(calling(`https://127.0.0.1:${server.port}/`)))
      assert.deepStrictEqual(shown(failure), shown(new AnswerUnreadable({ detail: "answer too long" })))
      assert.isBelow(flood.written, 32 * mebibyte)
    })
  )

  it.effect.each([
    ["trailers", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "x-odd: y\r\n"],
    ["headers", "HTTP/1.1 200 OK\r\n", "x-odd: y\r\n"]
  ] as const)("in %s is cut off at the limit of headers, whatever the limit of the response", ([, beginning, piece]) =>
    Effect.gen(function* () {
      const { flood, listener } = flooding(beginning, piece)
      const server = yield* LocalServer.http(listener)
      const agent = yield* trusting()
      const failure = yield* Effect.flip(agent.request(calling(`http://127.0.0.1:${server.port}/`)))
      assert.deepStrictEqual(shown(failure), shown(new AnswerUnreadable({ detail: "Headers Overflow Error" })))
      assert.isBelow(flood.written, 32 * mebibyte)
    })
  )
})

describe("responses with an end", () => {
  it.effect("may exceed the limit of one response together, on one connection", () =>
    Effect.gen(function* () {
      const body = "x".repeat(10_000)
      const server = yield* LocalServer.http((_, response) => response.end(body))
      const agent = yield* trusting({ maxAnswerBytes: 11_000, connectionsPerOrigin: 1 })
      for (let count = 0; count < 20; count++) {
        const answer = yield* agent.request(calling(`http://127.0.0.1:${server.port}/`, { method: "POST", body }))
        assert.strictEqual(answer.body.length, body.length)
      }
      assert.strictEqual((yield* server.unseen).filter((event) => event === "open").length, 1)
    })
  )

  it.effect("may have any length without a configured limit", () =>
    Effect.gen(function* () {
      const body = "x".repeat(mebibyte)
      const server = yield* LocalServer.http((_, response) => response.end(body))
      const agent = yield* trusting()
      const call = calling(`http://127.0.0.1:${server.port}/`, { maxResponseBytes: 2 * mebibyte })
      assert.strictEqual((yield* agent.request(call)).body.length, mebibyte)
    })
  )
})
