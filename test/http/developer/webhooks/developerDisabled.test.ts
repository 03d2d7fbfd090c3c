import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { memberNotifications } from "../../../../testing/given/memberNotifications.ts"
import { answering, deliverAll, givenBackend, start } from "./developerDeliveriesBackend.ts"

const url = "https://example.com/hook"

describe("a subscription whose deliveries all fail", () => {
  it.effect("is disabled after five days with a notification, and restarts when it is registered again", () =>
    Effect.gen(function* () {
      const { eventIds, get, id, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      const { user } = yield* givenMember(id, { role: "owner" })
      const told = memberNotifications(id, user.id)
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

      yield* TestClock.adjust("30 seconds")
      yield* post("/contacts", { phone: "15551234567" })
      const [tested, missed] = yield* eventIds
      const registered = yield* post("/webhooks", { url, events: ["message.sent"] })
      assert.deepNestedInclude(registered.body, {
        "data.webhook.status": "active",
        "data.missed": { since: "2026-11-25T12:00:00.000Z", resume_after: tested }
      })
      const { body: caughtUp } = yield* get(`/events?after=${tested}`)
      assert.deepNestedInclude(caughtUp, { "data.next_after": missed, "data.has_more": false })
      const again = yield* post("/webhooks", { url, events: ["message.sent"] })
      assert.notNestedProperty(again.body, "data.missed")
      yield* TestClock.adjust("1 day")
      yield* deliverAll
      yield* shows("active")
      assert.strictEqual((yield* told).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reports that earlier events were removed, and restarts from the oldest stored event", () =>
    Effect.gen(function* () {
      const since = DateTime.makeUnsafe(start)
      const { post } = yield* givenBackend({ status: "disabled", updatedAt: since })
      yield* TestClock.adjust("1 hour")
      yield* post("/contacts", { phone: "15551234567" })
      assert.deepNestedInclude((yield* post("/webhooks", { url, events: ["message.sent"] })).body, {
        "data.missed": { since: start, resume_after: null }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the notice only while it is disabled", () =>
    Effect.gen(function* () {
      const { get, post } = yield* givenBackend(null)
      const first = yield* post("/webhooks", { url, events: ["message.sent"] })
      const second = yield* post("/webhooks", { url: `${url}/2`, events: ["message.sent"] })
      const { id } = Object(Object(Object(first.body)["data"])["webhook"])
      const webhook = { id, url, events: ["message.sent"], status: "active" }
      assert.deepStrictEqual(first, { status: 200, body: { success: true, data: { webhook } } })
      assert.deepStrictEqual(second, {
        status: 200,
        body: { success: true, data: { webhook: { ...webhook, url: `${url}/2` } } }
      })
      assert.deepNestedInclude((yield* get("/webhooks")).body, { "data.webhook.status": "active" })
    }).pipe(Effect.provide(httpWorld))
  )
})
