import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { maxScheduledSends } from "../../../src/domain/sends/ScheduledSend.ts"
import { PendingSendId } from "../../../src/domain/Ids.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const body = { to: "15551234567", type: "text", text: "Hello", sendAt: "2026-11-20T12:30:00Z" }

const given = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan: "unlimited" })
  yield* givenAccount(id)
  const apiKey = Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
  const post = (key: string, sent: unknown) =>
    ask("/api/developer/v1/send-message", {
      headers: { "x-api-key": apiKey, "idempotency-key": key },
      body: sent
    })
  const recorded = Effect.map((yield* World).state, ({ pendingSends }) => pendingSends)
  return { post, recorded }
})

describe("a scheduling call with an idempotency key", () => {
  it.effect("scheduled messages: a repeated call returns the first response, and schedules nothing", () =>
    Effect.gen(function* () {
      const { post, recorded } = yield* given
      const first = yield* post("order 17", body)
      assert.strictEqual(first.status, 202)
      const second = yield* post("order 17", body)
      assert.deepStrictEqual([second.status, second.body], [first.status, first.body])
      assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* recorded).length, 1)
      const { sendAt: _, ...atOnce } = body
      assert.strictEqual((yield* post("order 17", atOnce)).status, 422)
      assert.strictEqual((yield* post("order 17", JSON.stringify(body).replace("sendAt", "\\u0073endAt"))).status, 422)
      assert.strictEqual((yield* post("order 18", JSON.stringify(body).replace("sendAt", "\\u0073endAt"))).status, 202)
      assert.strictEqual((yield* recorded).length, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("scheduled messages: a refused call frees its key", () =>
    Effect.gen(function* () {
      const { post, recorded } = yield* given
      assert.strictEqual((yield* post("a", { ...body, text: "" })).status, 400)
      assert.strictEqual((yield* post("a", { ...body, sendAt: "2026-11-20T11:00:00Z" })).status, 400)
      assert.strictEqual((yield* post("a", body)).status, 202)
      assert.strictEqual((yield* recorded).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("the limit of scheduled messages", () => {
  it.effect("scheduled messages: messages beyond the limit of the organization are refused over both interfaces", () =>
    Effect.gen(function* () {
      const { added, id, post } = yield* givenDashboard()
      yield* added({ userNumber: "+15551234567" })
      const send = post("/messages/send", { ...body, to: "+15551234567" })
      assert.strictEqual((yield* send).status, 202)
      yield* (yield* World).update((state) => {
        const [one] = state.pendingSends
        if (one === undefined) return state
        const copies = Array.from({ length: maxScheduledSends - 1 }, (_, n) => ({
          ...one,
          send: { ...one.send, id: PendingSendId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`) }
        }))
        return { ...state, pendingSends: [...state.pendingSends, ...copies] }
      })
      const text = "The organization has 10000 scheduled messages; cancel some, or wait until they are sent"
      assert.deepStrictEqual(yield* send, { status: 409, body: { success: false, error: text } })
      const apiKey = Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
      const answer = yield* ask("/api/developer/v1/send-message", { headers: { "x-api-key": apiKey }, body })
      assert.deepStrictEqual([answer.status, answer.body], [409, { success: false, message: text }])
    }).pipe(Effect.provide(httpWorld))
  )
})
