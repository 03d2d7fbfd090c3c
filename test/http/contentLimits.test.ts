import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { givenDashboard } from "./session/sessionDashboard.ts"

/** A business with all three channels. */
const givenBackend = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan: "unlimited" })
  for (const channel of ["whatsapp", "messenger", "instagram"] as const) {
    yield* givenAccount(id, { channel, externalId: `1${channel.length}` })
  }
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  return (path: string, body: unknown) =>
    ask(`/api/developer${path}`, { headers: { "x-api-key": Redacted.value(key) }, body })
})

const sends = [
  ["/v1/send-message", { to: "15551234567", type: "text" }, 4096, "Expected at most 4096 characters"],
  ["/v1/messenger/send-message", { recipientId: "1" }, 2000, "Expected at most 2000 characters"],
  ["/v1/instagram/send-message", { participantId: "1" }, 1000, "Expected at most 1000 bytes of UTF-8"]
] as const

const padded = (body: object, bytes: number) => {
  const bare = JSON.stringify({ ...body, padding: "" })
  return JSON.stringify({ ...body, padding: "x".repeat(bytes - bare.length) })
}

describe("content limits of sends", () => {
  it.effect.each(sends)(
    "at %s apply to a text, with the field's name in the error, and to a body",
    ([path, body, limit, expected]) =>
      Effect.gen(function* () {
        const post = yield* givenBackend
        const message = `Invalid field text: ${expected}`
        assert.strictEqual((yield* post(path, { ...body, text: "x".repeat(limit) })).status, 201)
        const refused = yield* post(path, { ...body, text: "x".repeat(limit + 1) })
        assert.deepStrictEqual([refused.status, refused.body], [400, { success: false, message }])
        assert.strictEqual((yield* post(path, padded({ ...body, text: "hi" }, 65_536))).status, 201)
        const tooLarge = yield* post(path, padded({ ...body, text: "hi" }, 65_537))
        assert.deepStrictEqual(
          [tooLarge.status, tooLarge.body],
          [413, { success: false, message: "Request body is too large" }]
        )
        assert.strictEqual((yield* (yield* World).state).messages.length, 2)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("count Unicode characters, not UTF-16 units", () =>
    Effect.gen(function* () {
      const post = yield* givenBackend
      for (const [path, body, limit] of sends.slice(0, 2)) {
        assert.strictEqual((yield* post(path, { ...body, text: "\u{1F680}".repeat(limit) })).status, 201)
        assert.strictEqual((yield* post(path, { ...body, text: "\u{1F680}".repeat(limit + 1) })).status, 400)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("apply to the Session interface", () =>
    Effect.gen(function* () {
      const { added, post } = yield* givenDashboard()
      const to = "+15551234567"
      yield* added({ userNumber: to })
      const answer = (body: unknown) => Effect.map(post("/messages/send", body), ({ body, status }) => [status, body])
      const hello = { to, type: "text" }
      assert.strictEqual((yield* answer({ ...hello, text: "x".repeat(4096) }))[0], 200)
      assert.deepStrictEqual(yield* answer({ ...hello, text: "x".repeat(4097) }), [
        400,
        { success: false, error: "Invalid field text: Expected at most 4096 characters" }
      ])
      assert.deepStrictEqual(yield* answer(padded({ ...hello, text: "hi" }, 65_537)), [
        413,
        { success: false, error: "Request body is too large" }
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["/api/developer/openapi.json", [1000, 2000, 4096]],
    ["/api/whatsapp/openapi.json", [4096]]
  ] as const)("are published by %s", ([path, expected]) =>
    Effect.gen(function* () {
      const { body } = yield* ask(path)
      const shown = Array.from(JSON.stringify(body).matchAll(/"maxLength":(\d+)/g), ([, limit]) => Number(limit))
      for (const limit of expected) assert.include(shown, limit)
    }).pipe(Effect.provide(httpWorld))
  )
})
