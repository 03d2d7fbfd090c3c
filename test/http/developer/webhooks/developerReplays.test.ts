import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answering, deliverAll, givenBackend, refused, start } from "./developerDeliveriesBackend.ts"

const deliveries = "/webhooks/deliveries"

const attempt = (at: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  at,
  statusCode: 204,
  durationMs: 0,
  response: "",
  error: null,
  ...changes
})

const receivedIds = Effect.map(
  Effect.flatMap(Receivers, ({ received }) => received),
  (received) => received.map(({ delivery }) => delivery.event.id)
)

describe("POST /v1/webhooks/deliveries/{id}/replay", () => {
  it.effect("repeats a delivery with the same id, and returns it", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend()
      yield* post("/webhooks/test")
      yield* deliverAll
      const [id = ""] = yield* eventIds
      yield* TestClock.adjust("1 hour")
      const waiting = {
        id,
        event: "webhook.test",
        status: "pending",
        url: "https://example.com/hook",
        attempts: [attempt(start)],
        nextAttemptAt: "2026-11-20T13:00:00.000Z",
        createdAt: start
      }
      assert.deepStrictEqual(yield* post(`${deliveries}/${id.toUpperCase()}/replay`), {
        status: 202,
        body: { success: true, data: waiting }
      })
      yield* deliverAll
      assert.deepStrictEqual(yield* receivedIds, [id, id])
      assert.deepNestedInclude((yield* get(deliveries)).body, {
        "data.data": [
          {
            ...waiting,
            status: "delivered",
            attempts: [attempt(start), attempt("2026-11-20T13:00:00.000Z")],
            nextAttemptAt: null
          }
        ]
      })
      const { usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        usage.map(({ used }) => used),
        [1]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("sends a delivery that waits for a retry at once", () =>
    Effect.gen(function* () {
      const { eventIds, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      yield* answerWith(() => answering(500))
      yield* post("/webhooks/test")
      yield* deliverAll
      yield* deliverAll
      const [id = ""] = yield* eventIds
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* receivedIds, [id])
      assert.deepNestedInclude((yield* post(`${deliveries}/${id}/replay`)).body, {
        "data.nextAttemptAt": "2026-11-20T12:00:01.000Z",
        "data.attempts": [
          attempt(start, { statusCode: 500, durationMs: 7, response: "no", error: "answered with status 500" })
        ]
      })
      yield* deliverAll
      assert.deepStrictEqual(yield* receivedIds, [id, id])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("finds no delivery by an invalid id, whatever the state of the subscription", () =>
    Effect.gen(function* () {
      const unknown = refused(404, "Delivery not found", { code: "NOT_FOUND" })
      const { post } = yield* givenBackend()
      const without = yield* givenBackend(null)
      for (const id of ["x", "%00", "00000000-0000-7000-8000-00000000ffff", "a".repeat(90)]) {
        assert.deepStrictEqual(yield* post(`${deliveries}/${id}/replay`), unknown)
        assert.deepStrictEqual(yield* without.post(`${deliveries}/${id}/replay`), unknown)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused while the subscription is disabled, and continues after it is registered again", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      yield* answerWith(() => answering(410))
      yield* post("/webhooks/test")
      yield* deliverAll
      const [id = ""] = yield* eventIds
      const path = `${deliveries}/${id}/replay`
      assert.deepNestedInclude((yield* get(`${deliveries}?status=failed`)).body, { "data.meta.total": 1 })
      assert.deepStrictEqual(
        yield* post(path),
        refused(409, "The webhook is disabled", { fix: "Register it with POST /v1/webhooks again, which enables it" })
      )
      yield* post("/webhooks", { url: "https://example.com/new", events: ["message.sent"] })
      assert.deepNestedInclude((yield* post(path)).body, {
        "data.status": "pending",
        "data.url": "https://example.com/new"
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
