import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DeliverableType } from "../../../../src/domain/webhooks/DeliveryRecord.ts"
import { eventCatalogue } from "../../../../src/domain/webhooks/eventCatalogue.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { eventsOf } from "../../../../testing/given/seen.ts"
import { answered, givenDashboard, refused } from "../sessionDashboard.ts"

const path = "/developer/events"
const noon = "2026-11-20T12:00:00.000Z"

/** Two contacts were added at noon. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  for (const userNumber of ["+15551234567", "+15557654321"]) yield* dashboard.added({ userNumber })
  const [first, second] = (yield* eventsOf(dashboard.id)).map(({ data, id, type }) => ({
    id,
    event: type,
    timestamp: noon,
    data
  }))
  return { ...dashboard, first, second }
})

describe("GET /developer/events", () => {
  it.effect("reads every event, oldest first, and continues after the last", () =>
    Effect.gen(function* () {
      const { first, get, second } = yield* given
      const all = { events: [first, second], nextAfter: second?.id, hasMore: false }
      assert.deepStrictEqual(yield* get(path), answered(200, all))
      const one = { events: [first], nextAfter: first?.id, hasMore: true }
      assert.deepStrictEqual(yield* get(`${path}?limit=1`), answered(200, one))
      assert.deepStrictEqual(
        yield* get(`${path}?limit=1&after=${first?.id}`),
        answered(200, { ...all, events: [second] })
      )
      assert.deepStrictEqual(yield* get(`${path}?after=${second?.id}`), answered(200, { ...all, events: [] }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("omits events of another organization, and rejects their ids", () =>
    Effect.gen(function* () {
      const { first } = yield* given
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get(path), answered(200, { events: [], nextAfter: null, hasMore: false }))
      for (const after of [first?.id, "x", "00000000-0000-4000-8000-000000000001"])
        assert.deepStrictEqual(
          yield* get(`${path}?after=${after}`),
          refused(400, "Invalid field after: Expected the id of an event that is still kept")
        )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /developer/events/types", () => {
  it.effect("lists every type, and whether a subscription can name it", () =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get(`${path}/types`), answered(200, { types: eventCatalogue }))
      assert.deepStrictEqual(
        eventCatalogue.map(({ type }) => type),
        [...DeliverableType.literals]
      )
      assert.deepStrictEqual(
        eventCatalogue.flatMap(({ isSubscribable, type }) => (isSubscribable ? [] : [type])),
        ["webhook.test"]
      )
      assert.deepInclude(eventCatalogue, {
        type: "message.delivered",
        description: "The message reached the device of the person",
        isSubscribable: true
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists the types that a subscription accepts", () =>
    Effect.gen(function* () {
      const { put } = yield* givenDashboard()
      const events = eventCatalogue.flatMap(({ isSubscribable, type }) => (isSubscribable ? [type] : []))
      assert.strictEqual((yield* put("/developer/webhook", { url: "https://example.com/h", events })).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})
