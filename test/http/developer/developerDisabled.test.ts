import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../src/adapters/memory/platforms/MemoryWebhookSender.ts"
import { givenMember } from "../../support/givenMember.ts"
import { httpWorld } from "../../support/httpWorld.ts"
import { toldTo } from "../../support/told.ts"
import { answering, deliverAll, givenBackend } from "./developerDeliveriesBackend.ts"

const url = "https://example.com/hook"

describe("a subscription that nothing reaches", () => {
  it.effect("is disabled after five days, which its owners are told, and begins anew when it is registered again", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      const { user } = yield* givenMember(id, { role: "owner" })
      const told = toldTo(id, user.id)
      const shows = Effect.fnUntraced(function* (status: string) {
        assert.deepNestedInclude((yield* get("/webhooks")).body, { "data.webhook.status": status })
      })
      yield* answerWith(() => answering(500))
      yield* post("/webhooks/test")
      yield* deliverAll
      yield* TestClock.adjust("4 days")
      yield* deliverAll
      yield* shows("active")
      assert.deepStrictEqual(yield* told, [])
      yield* TestClock.adjust("1 day")
      yield* deliverAll
      yield* shows("disabled")
      const [notification, ...others] = yield* told
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        [notification?.type, notification?.createdAt],
        ["webhook.disabled", DateTime.makeUnsafe("2026-11-25T12:00:00.000Z")]
      )

      yield* post("/webhooks", { url, events: ["message.sent"] })
      yield* TestClock.adjust("1 day")
      yield* deliverAll
      yield* shows("active")
      assert.strictEqual((yield* told).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})
