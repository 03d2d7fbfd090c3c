import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Random, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { DeliveryRefused } from "../../../../src/domain/webhooks/afterRefusal.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { deliverAll, givenBackend, refused, start } from "./developerDeliveriesBackend.ts"

const url = "https://example.com/hook"
const deliveries = "/webhooks/deliveries"

const unanswered = Effect.fail(
  new DeliveryRefused({
    status: null,
    detail: "no complete answer within 15 seconds",
    durationMillis: 15_000,
    response: null,
    retryAfterMillis: null
  })
)

const down = Effect.fail(
  new DeliveryRefused({
    status: 503,
    detail: "answered with status 503",
    durationMillis: 182,
    response: "down for maintenance",
    retryAfterMillis: 60_000
  })
)

const page = (data: ReadonlyArray<Schema.Json>, total = data.length) => ({
  status: 200,
  body: { success: true, data: { data, meta: { page: 1, limit: 20, total, totalPages: Math.ceil(total / 20) } } }
})

const listed = (id: string | undefined, changes: Readonly<Record<string, Schema.Json>> = {}) => ({
  id: id ?? "",
  event: "webhook.test",
  status: "pending",
  url,
  attempts: [],
  nextAttemptAt: start,
  createdAt: start,
  ...changes
})

const success = { statusCode: 204, durationMs: 0, response: "", error: null }

describe("GET /v1/webhooks/deliveries", () => {
  it.effect("shows the outcome of each event exactly, newest first", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend()
      const { answerWith } = yield* Receivers
      assert.deepStrictEqual(yield* get(deliveries), page([]))

      yield* post("/webhooks/test")
      yield* deliverAll
      yield* answerWith(() => down)
      yield* TestClock.adjust("1 second")
      yield* post("/webhooks/test")
      yield* deliverAll
      yield* answerWith(() => unanswered)
      yield* TestClock.adjust("60 seconds")
      yield* deliverAll
      yield* post("/webhooks/test")

      const [first, second, third] = yield* eventIds
      const { body } = yield* get(`${deliveries}?limit=1&page=2`)
      const nextAttemptAt = JSON.stringify(body).match(/"nextAttemptAt":"([^"]+)"/)?.[1] ?? ""
      const wait = Date.parse(nextAttemptAt) - Date.parse("2026-11-20T12:01:01.000Z")
      const usual = Duration.toMillis(retryWaits[1])
      assert.isTrue(wait >= 0.8 * usual && wait <= 1.2 * usual, `${wait} ms, usually ${usual} ms`)
      assert.deepStrictEqual(
        yield* get(deliveries),
        page([
          listed(third, { nextAttemptAt: "2026-11-20T12:01:01.000Z", createdAt: "2026-11-20T12:01:01.000Z" }),
          listed(second, {
            attempts: [
              {
                at: "2026-11-20T12:00:01.000Z",
                statusCode: 503,
                durationMs: 182,
                response: "down for maintenance",
                error: "answered with status 503"
              },
              {
                at: "2026-11-20T12:01:01.000Z",
                statusCode: null,
                durationMs: 15_000,
                response: null,
                error: "no complete answer within 15 seconds"
              }
            ],
            nextAttemptAt,
            createdAt: "2026-11-20T12:00:01.000Z"
          }),
          listed(first, { status: "delivered", attempts: [{ at: start, ...success }], nextAttemptAt: null })
        ])
      )
    }).pipe(Random.withSeed("waits"), Effect.provide(httpWorld))
  )

  it.effect("filters by status, event and time, and has pages", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend()
      yield* post("/webhooks/test")
      yield* post("/contacts", { phone: "15551234567" })
      yield* deliverAll
      yield* TestClock.adjust("10 seconds")
      yield* post("/webhooks/test")
      const ids = yield* eventIds
      const found = (query: string) =>
        Effect.map(get(`${deliveries}?${query}`), ({ body }) =>
          ids.flatMap((id, place) => (JSON.stringify(body).includes(`"id":"${id}"`) ? [place] : []))
        )
      assert.deepStrictEqual(yield* found("status=pending"), [2])
      assert.deepStrictEqual(yield* found("status=delivered"), [0, 1])
      assert.deepStrictEqual(yield* found("status=failed"), [])
      assert.deepStrictEqual(yield* found("event=webhook.test"), [0, 2])
      assert.deepStrictEqual(yield* found("event=contact.created"), [1])
      assert.deepStrictEqual(yield* found("status=delivered&event=webhook.test"), [0])
      assert.deepStrictEqual(yield* found("since=2026-11-20T12:00:10.000Z"), [2])
      assert.deepStrictEqual(yield* found("since=2026-11-20T13:00:00%2B01:00"), [0, 1, 2])
      assert.deepStrictEqual(yield* found("since=2026-11-20T12:00:10.001Z"), [])
      assert.deepStrictEqual(yield* found("limit=1&page=2"), [1])
      assert.deepNestedInclude((yield* get(`${deliveries}?limit=2&page=2`)).body, {
        "data.meta": { page: 2, limit: 2, total: 3, totalPages: 2 }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["status=lost", 'status: Expected "pending" | "delivered" | "failed"'],
    ["event=message.dreamt", "event: Expected "],
    ["since=yesterday", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["since=2026-11-20", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["since=2026-11-20T12:00:00", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["since=2026-13-20T12:00:00Z", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["since=0000-01-01T00:00:00Z", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["since=9999-12-31T23:59:59-23:59", "since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["limit=0", "limit: Expected a whole number from 1 to 100"],
    ["page=0", "page: Expected a whole number from 1 to 1000000"]
  ] as const)("refuses %s", ([query, message]) =>
    Effect.gen(function* () {
      const { get } = yield* givenBackend()
      const { body, status } = yield* get(`${deliveries}?${query}`)
      assert.strictEqual(status, 400)
      const told = JSON.stringify(body)
      assert.include(told, `{"success":false,"message":${JSON.stringify(`Invalid field ${message}`).slice(0, -1)}`)
      assert.notInclude(told, "dreamt")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("omits other organizations, and is not logged itself", () =>
    Effect.gen(function* () {
      const acme = yield* givenBackend()
      const globex = yield* givenBackend()
      yield* acme.post("/webhooks/test")
      const [id] = yield* acme.eventIds
      assert.deepStrictEqual(yield* globex.get(deliveries), page([]))
      assert.deepStrictEqual(
        yield* globex.post(`${deliveries}/${id}/replay`),
        refused(404, "Delivery not found", { code: "NOT_FOUND" })
      )
      yield* acme.get(deliveries)
      const { requestLogs } = yield* (yield* World).state
      assert.deepStrictEqual(
        requestLogs.flatMap(({ path, responseBody }) => (path === `/v1${deliveries}` ? [responseBody] : [])),
        [{}, {}]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
