import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenBackend, refused, start } from "./developerDeliveriesBackend.ts"

const feed = (events: ReadonlyArray<Schema.Json>, next_after: string | null, has_more: boolean) => ({
  status: 200,
  body: { success: true, data: { events, next_after, has_more } }
})

const unknown = refused(400, "Invalid field after: Expected the id of an event that is still kept", {
  fix: "Leave after out to begin with the oldest event that is kept"
})

describe("GET /v1/events", () => {
  it.effect("lists events unchanged, oldest first, with or without a subscription", () =>
    Effect.gen(function* () {
      const { eventIds, get, post } = yield* givenBackend(null)
      assert.deepStrictEqual(yield* get("/events"), feed([], null, false))
      yield* post("/contacts", { phone: "15551234567", name: "Ada" })
      yield* TestClock.adjust("1500 millis")
      yield* post("/contacts", { phone: "15551234568", name: "Grace", tags: ["vip"] })
      const { contacts } = yield* (yield* World).state
      const ids = yield* eventIds
      const event = (place: number, phone: string, name: string, tags: ReadonlyArray<string>, timestamp: string) => ({
        id: ids[place] ?? "",
        event: "contact.created",
        timestamp,
        data: { contact: { id: contacts[place]?.id ?? "", phone, name, email: null, tags }, source: "api" }
      })
      const first = event(0, "15551234567", "Ada", [], start)
      const second = event(1, "15551234568", "Grace", ["vip"], "2026-11-20T12:00:01.500Z")
      assert.deepStrictEqual(yield* get("/events"), feed([first, second], second.id, false))
      assert.deepStrictEqual(yield* get("/events?limit=1"), feed([first], first.id, true))
      assert.deepStrictEqual(
        yield* get(`/events?after=${first.id.toUpperCase()}&limit=1`),
        feed([second], second.id, false)
      )
      assert.deepStrictEqual(yield* get(`/events?after=${second.id}`), feed([], second.id, false))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists 20 by default, and 100 at most", () =>
    Effect.gen(function* () {
      const { get, post } = yield* givenBackend()
      yield* Effect.replicateEffect(post("/webhooks/test"), 25)
      const lengths = yield* Effect.forEach(["/events", "/events?limit=100"], (path) =>
        Effect.map(get(path), ({ body }) => JSON.stringify(body).split('"webhook.test"').length - 1)
      )
      assert.deepStrictEqual(lengths, [20, 25])
      assert.deepStrictEqual(
        yield* get("/events?limit=0"),
        refused(400, "Invalid field limit: Expected a whole number from 1 to 100")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses `after` with an unknown event or one of another organization", () =>
    Effect.gen(function* () {
      const acme = yield* givenBackend()
      const globex = yield* givenBackend()
      yield* acme.post("/webhooks/test")
      const [foreign] = yield* acme.eventIds
      for (const after of [foreign, "00000000-0000-7000-8000-00000000ffff", "x", "%F0%9F%92%A5"]) {
        assert.deepStrictEqual(yield* globex.get(`/events?after=${after}`), unknown)
      }
      assert.deepStrictEqual(yield* globex.get("/events"), feed([], null, false))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not logged itself", () =>
    Effect.gen(function* () {
      const { get, post } = yield* givenBackend()
      yield* post("/webhooks/test")
      yield* get("/events")
      const { requestLogs } = yield* (yield* World).state
      assert.deepStrictEqual(
        requestLogs.flatMap(({ path, responseBody }) => (path === "/v1/events" ? [responseBody] : [])),
        [{}]
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
