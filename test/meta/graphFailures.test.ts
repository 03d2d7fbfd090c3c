import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { PlatformNotReached, PlatformOutcomeUnknown } from "../../src/domain/messages/PlatformError.ts"
import * as LocalServer from "../network/LocalServer.ts"
import { shown } from "../network/shown.ts"
import { accepted, account, answering, outcomeOf, platform, sendTo } from "./graph.ts"

describe("the outcome is not known", () => {
  const unreadable = (detail: string) => shown(new PlatformOutcomeUnknown({ reason: "answer unreadable", detail }))

  it.effect.each([
    [502, "Bad Gateway"],
    [504, "<html>Gateway Time-out</html>"],
    [400, "Bad Request"],
    [302, ""],
    [200, ""],
    [200, "OK"],
    [200, "{}"],
    [200, '{"messages":[]}'],
    [200, '{"messages":[{"id":""}]}'],
    [200, '{"success":true}'],
    [200, '{"messages":[{"id":"wamid.1"}]'],
    [500, '{"messages":[{"id":"wamid.1"}]}'],
    [401, '{"error":"invalid_token"}'],
    [400, '{"error":{"message":"no code"}}']
  ] as const)("after HTTP %d %j", ([status, body]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomeOf(status, body), unreadable(`HTTP ${status}: ${body}`))
    })
  )

  it.effect.each(["x".repeat(513), "x".repeat(12_288), "  "])(
    "send: an accepted answer whose id cannot be stored leaves the outcome unknown (%#)",
    (id) =>
      Effect.gen(function* () {
        const { graphUrl } = yield* answering(200, { ...accepted, messages: [{ id }] })
        const error = yield* Effect.flip(sendTo(graphUrl))
        assert.strictEqual(error._tag === "PlatformOutcomeUnknown" && error.reason, "answer unreadable")
      })
  )

  it.effect("send: an accepted id is stored in the form that ids of reports have", () =>
    Effect.gen(function* () {
      const { graphUrl } = yield* answering(200, { ...accepted, messages: [{ id: "wamid.a\u0000b" }] })
      assert.strictEqual((yield* sendTo(graphUrl)).platformMessageId, "wamid.a\uFFFDb")
    })
  )

  it.effect("send: an accepted answer nested deeper than 1 000 levels leaves the outcome unknown", () =>
    Effect.gen(function* () {
      const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
      const answerOf = (levels: number) => JSON.stringify(accepted).replace("{", `{"extra":${nested(levels)},`)
      const { graphUrl } = yield* answering(200, answerOf(999))
      assert.strictEqual((yield* sendTo(graphUrl)).platformMessageId, accepted.messages[0]?.id)
      assert.deepStrictEqual(
        yield* outcomeOf(200, answerOf(1_000)),
        unreadable(`HTTP 200: ${answerOf(1_000).slice(0, 200)}`)
      )
    })
  )

  it.effect("after an answer that goes on and on", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ ...accepted, filler: "x".repeat(5_000_000) })
      assert.deepStrictEqual(yield* outcomeOf(200, body), unreadable(`HTTP 200: ${body.slice(0, 200)}`))
    })
  )

  it.effect("and the detail is cut between characters, without what no database takes", () =>
    Effect.gen(function* () {
      const body = `\u0000${"x".repeat(196)}😀😀`
      assert.deepStrictEqual(yield* outcomeOf(502, body), unreadable(`HTTP 502: \ufffd${"x".repeat(196)}`))
    })
  )

  it.effect("after an answer that is no HTTP", () =>
    Effect.gen(function* () {
      const { port } = yield* LocalServer.answering("220 mail.test ESMTP\r\n")
      const error = yield* Effect.flip(sendTo(`http://127.0.0.1:${port}`))
      assert.strictEqual(error._tag === "PlatformOutcomeUnknown" && error.reason, "answer unreadable")
    })
  )

  it.effect("when the connection breaks", () =>
    Effect.gen(function* () {
      const { port } = yield* LocalServer.tcp((socket) => socket.once("data", () => socket.end()))
      assert.deepStrictEqual(
        shown(yield* Effect.flip(sendTo(`http://127.0.0.1:${port}`))),
        shown(new PlatformOutcomeUnknown({ reason: "connection lost", detail: "other side closed" }))
      )
    })
  )

  it.effect("when no answer comes in time; nothing is tried again", () =>
    Effect.gen(function* () {
      const { graphUrl, next, unseen } = yield* platform(() => {})
      const send = yield* Effect.forkChild(Effect.flip(sendTo(graphUrl)))
      assert.deepStrictEqual([yield* next, yield* next], ["open", "POST /v23.0/106540352242922/messages"])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(
        shown(yield* Fiber.join(send)),
        shown(new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "no answer within 20 seconds" }))
      )
      assert.strictEqual(yield* next, "closed")
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* unseen, [])
    })
  )
})

describe("the platform was not reached", () => {
  it.effect("when nobody listens", () =>
    Effect.gen(function* () {
      const port = yield* LocalServer.closedPort
      const detail = `connection refused: connect ECONNREFUSED 127.0.0.1:${port}`
      assert.deepStrictEqual(
        shown(yield* Effect.flip(sendTo(`http://127.0.0.1:${port}`))),
        shown(new PlatformNotReached({ detail }))
      )
    })
  )

  it.effect("when no connection comes about in time", () =>
    Effect.gen(function* () {
      const { next, port } = yield* LocalServer.tcp((socket, note) => socket.once("data", () => note("hello")))
      const send = yield* Effect.forkChild(Effect.flip(sendTo(`https://127.0.0.1:${port}`)))
      assert.deepStrictEqual([yield* next, yield* next], ["open", "hello"])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(
        shown(yield* Fiber.join(send)),
        shown(new PlatformNotReached({ detail: "no connection within 20 seconds" }))
      )
    })
  )

  it.effect("with a token that no header can carry, which the detail does not tell", () =>
    Effect.gen(function* () {
      const { graphUrl } = yield* answering(200, accepted)
      const error = yield* Effect.flip(sendTo(graphUrl, undefined, { ...account, token: Redacted.make("EAA\nsecret") }))
      assert.deepStrictEqual(
        shown(error),
        shown(new PlatformNotReached({ detail: "request not valid: invalid authorization header" }))
      )
    })
  )
})
