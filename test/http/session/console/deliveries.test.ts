import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { deliveryBody } from "../../../../src/domain/webhooks/DeliveryRecord.ts"
import { givenWebhook } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { eventsOf } from "../../../../testing/given/seen.ts"
import { answering, deliverAll } from "../../developer/webhooks/developerDeliveriesBackend.ts"
import { answered, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const path = "/developer/deliveries"
const url = "https://example.com/hook"
const noon = "2026-11-20T12:00:00.000Z"
const unknown = "00000000-0000-4000-8000-000000000001"

/** A test event whose delivery failed once, and a contact a minute later whose delivery was not attempted yet. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const webhook = yield* givenWebhook(dashboard.id)
  yield* dashboard.post("/developer/webhook/test")
  yield* (yield* Receivers).answerWith(() => answering(503))
  yield* deliverAll
  yield* TestClock.adjust("1 minute")
  yield* dashboard.added({ userNumber: "+15551234567" })
  const events = yield* eventsOf(dashboard.id)
  const [first, second] = events
  const failedAttempt = { at: noon, statusCode: 503, durationMs: 7, error: "answered with status 503" }
  const common = { status: "pending", url, attempts: [] }
  return {
    ...dashboard,
    bodies: events.map(({ data, occurredAt, type }) =>
      deliveryBody(webhook.id, { type, occurredAt, dataJson: JSON.stringify(data) })
    ),
    failed: {
      ...common,
      id: first?.id ?? "",
      event: "webhook.test",
      attempts: [{ ...failedAttempt, response: "no" }],
      createdAt: noon
    },
    failedAttempt,
    waiting: {
      ...common,
      id: second?.id ?? "",
      event: "contact.created",
      nextAttemptAt: "2026-11-20T12:01:00.000Z",
      createdAt: "2026-11-20T12:01:00.000Z"
    }
  }
})

const page = (deliveries: ReadonlyArray<object>, more: object = {}) =>
  answered(200, { deliveries, total: deliveries.length, page: 1, limit: 20, hasNext: false, ...more })

/** Whether it is the time of the second attempt after a failure at noon, which has some chance in it. */
const isRetryAfterNoon = (time: string) => {
  const share = (Date.parse(time) - Date.parse(noon)) / Duration.toMillis(retryWaits[0])
  return share >= 0.8 && share <= 1.2
}

/** An answer without the times of second attempts. */
const withoutDue = ({ body, status }: { readonly body: unknown; readonly status: number }) => ({
  status,
  body: JSON.parse(
    JSON.stringify(body).replaceAll(/"nextAttemptAt":"([^"]+)",/g, (field, time) =>
      isRetryAfterNoon(time) ? "" : field
    )
  )
})

describe("GET /developer/deliveries", () => {
  it.effect("lists the newest first with the last attempt, page by page and by each filter", () =>
    Effect.gen(function* () {
      const { failed, failedAttempt, get, waiting } = yield* given
      const { attempts: _attempts, ...first } = failed
      const { attempts: _none, ...second } = waiting
      const [older, newer] = [
        { ...first, lastAttempt: failedAttempt },
        { ...second, lastAttempt: null }
      ]
      const list = (query: string) => Effect.map(get(`${path}${query}`), withoutDue)
      assert.deepStrictEqual(yield* list(""), page([newer, older]))
      assert.deepStrictEqual(yield* list("?limit=1"), page([newer], { total: 2, limit: 1, hasNext: true }))
      assert.deepStrictEqual(yield* list("?limit=1&page=2"), page([older], { total: 2, limit: 1, page: 2 }))
      assert.deepStrictEqual(yield* list("?event=webhook.test"), page([older]))
      assert.deepStrictEqual(yield* list("?since=2026-11-20T12:00:30Z"), page([newer]))
      assert.deepStrictEqual(yield* list("?status=failed"), page([]))
      assert.deepStrictEqual(yield* list("?status=pending"), page([newer, older]))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["?status=gone", "status"],
    ["?event=message.gone", "event"],
    ["?since=yesterday", "since"],
    ["?limit=0", "limit"]
  ] as const)("refuses %s", ([query, field]) =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      const { body, status } = yield* get(`${path}${query}`)
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), `{"success":false,"error":"Invalid field ${field}: Expected `)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a delivery", () => {
  it.effect("is shown with its attempts and their responses", () =>
    Effect.gen(function* () {
      const { bodies, failed, get, waiting } = yield* given
      const [body = "", later = ""] = bodies
      assert.deepStrictEqual(withoutDue(yield* get(`${path}/${failed.id}`)), answered(200, { ...failed, body }))
      assert.deepStrictEqual(yield* get(`${path}/${waiting.id}`), answered(200, { ...waiting, body: later }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is replayed alone, and with others of a time range", () =>
    Effect.gen(function* () {
      const { failed, get, post } = yield* given
      // The retry is due since some seconds, so it stays due then.
      assert.deepStrictEqual(withoutDue(yield* post(`${path}/${failed.id}/replay`)), answered(202, failed))
      const { answerWith } = yield* Receivers
      yield* answerWith(() => Effect.succeed({ status: 204, durationMillis: 1, response: "" }))
      yield* deliverAll
      assert.include(JSON.stringify(yield* get(`${path}/${failed.id}`)), '"status":"delivered"')
      const range = { since: noon, until: "2026-11-20T12:01:00Z", status: "delivered" }
      assert.deepStrictEqual(yield* post(`${path}/replay`, range), answered(202, { replayed: 1 }))
      assert.deepStrictEqual(
        yield* post(`${path}/replay`, { ...range, since: range.until }),
        answered(202, { replayed: 0 })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("that is unknown or of another organization is not found", () =>
    Effect.gen(function* () {
      const { failed } = yield* given
      const { get, id, post } = yield* givenDashboard()
      yield* givenWebhook(id)
      const before = yield* kept
      for (const one of [failed.id, unknown, "x", "%00"]) {
        assert.deepStrictEqual(yield* get(`${path}/${one}`), refused(404, "Delivery not found"))
        assert.deepStrictEqual(yield* post(`${path}/${one}/replay`), refused(404, "Delivery not found"))
      }
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not replayed without an active webhook", () =>
    Effect.gen(function* () {
      const { failed, id, post, remove } = yield* given
      const range = { since: noon }
      const asked = Effect.all([post(`${path}/${failed.id}/replay`), post(`${path}/replay`, range)])
      yield* givenWebhook(id, { status: "disabled" })
      const disabled = refused(409, "The webhook is disabled. Save it again, which enables it")
      assert.deepStrictEqual(yield* asked, [disabled, disabled])
      yield* givenWebhook(id, { status: "secret_unreadable", secret: null })
      const unreadable = refused(
        409,
        "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret"
      )
      assert.deepStrictEqual(yield* asked, [unreadable, unreadable])
      yield* remove("/developer/webhook")
      const none = refused(404, "No webhook is registered")
      assert.deepStrictEqual(yield* post(`${path}/replay`, range), none)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, "Missing required field: since"],
    [{ since: "2026-11-20" }, "Invalid field since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    [{ since: noon, status: "gone" }, null]
  ] as const)("is not replayed for %j", ([body, error]) =>
    Effect.gen(function* () {
      const { post } = yield* given
      const before = yield* kept
      const answer = yield* post(`${path}/replay`, body)
      assert.strictEqual(answer.status, 400)
      if (error !== null) assert.deepStrictEqual(answer, refused(400, error))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
