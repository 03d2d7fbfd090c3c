import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { TagSyncLog } from "../../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, bare, givenBackend } from "./developerContactsBackend.ts"

const ada = {
  phone: "15551234567",
  name: "Ada Lovelace",
  email: "ada@example.com",
  tags: ["vip", "newsletter"],
  attributes: { plan: "gold", seats: 3 }
}

const offered = Effect.flatMap(TagSyncLog, ({ offered }) => offered)

/** The payload of an event about a contact; all of them come from this interface. */
const event = (type: string, contact: Schema.Json) => ({ type, data: { contact, source: "api" } })

describe("POST /v1/contacts", () => {
  it.effect("creates a contact, and announces it", () =>
    Effect.gen(function* () {
      const { events, kept, post } = yield* givenBackend
      const answer = yield* post(ada)
      const [contact] = yield* kept
      const announced = {
        id: contact?.id ?? "",
        phone: "15551234567",
        name: "Ada Lovelace",
        email: "ada@example.com",
        tags: ["vip", "newsletter"]
      }
      assert.deepStrictEqual(answer, answered(201, { ...bare.upserted, ...announced }))
      assert.deepStrictEqual(
        { attributes: contact?.attributes, countryCode: contact?.countryCode, source: contact?.source },
        { attributes: { plan: "gold", seats: 3 }, countryCode: contact?.countryCode, source: "api" }
      )
      assert.strictEqual<string | null | undefined>(contact?.countryCode, "US")
      assert.deepStrictEqual(yield* events, [event("contact.created", announced)])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("requires nothing but a number", () =>
    Effect.gen(function* () {
      const { get, post } = yield* givenBackend
      const nulls = { phone: "15551234567", name: null, email: null, tags: null, attributes: null }
      for (const body of [{ phone: "+1 (555) 123-4567", colour: "blue" }, nulls, { ...nulls, email: "", name: "" }]) {
        const answer = yield* post(body)
        const id = "01a1f8d3-ea00-7000-8000-000000000004"
        assert.deepStrictEqual(answer, answered(201, { ...bare.upserted, id, phone: "15551234567" }))
        assert.deepStrictEqual(
          yield* get(id),
          answered(200, {
            ...bare.details,
            id,
            userNumber: "15551234567",
            countryCode: "1"
          })
        )
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("updates a known contact: merges attributes, replaces tags, ignores absent and null fields", () =>
    Effect.gen(function* () {
      const { added, events, get, post } = yield* givenBackend
      const id = yield* added(ada)
      const created = event("contact.created", {
        id,
        phone: "15551234567",
        name: "Ada Lovelace",
        email: "ada@example.com",
        tags: ["vip", "newsletter"]
      })
      const announced = { id, phone: "15551234567", name: "Ada King", email: "ada@example.com", tags: ["late", "vip"] }
      const shown = { ...bare.upserted, ...announced }
      assert.deepStrictEqual(
        yield* post({
          phone: "15551234567",
          name: "Ada King",
          email: null,
          tags: ["late", "vip", "late"],
          attributes: { seats: null, team: { size: 2 } }
        }),
        answered(201, shown)
      )
      assert.deepStrictEqual(
        yield* get(id),
        answered(200, {
          ...bare.details,
          id,
          userNumber: "15551234567",
          userName: "Ada King",
          countryCode: "1",
          tags: ["late", "vip"],
          params: { plan: "gold", team: { size: 2 } }
        })
      )
      // The same once more, and nothing at all, change nothing and are not announced.
      assert.deepStrictEqual(yield* post({ phone: "15551234567", name: "Ada King" }), answered(201, shown))
      assert.deepStrictEqual(yield* post({ phone: "15551234567" }), answered(201, shown))
      assert.deepStrictEqual(yield* events, [created, event("contact.updated", announced)])
      assert.deepStrictEqual(
        (yield* offered).map(({ added, contactId, removed }) => ({ contactId: String(contactId), added, removed })),
        [
          { contactId: id, added: ["vip", "newsletter"], removed: [] },
          { contactId: id, added: ["late"], removed: ["newsletter"] }
        ]
      )
      assert.deepStrictEqual(
        yield* post({ phone: "15551234567", email: "", tags: [] }),
        answered(201, { ...shown, email: null, tags: [] })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { first: "5511987654321", other: "551187654321" },
    { first: "551187654321", other: "+55 (11) 98765-4321" },
    { first: "5215512345678", other: "525512345678" },
    { first: "541123456789", other: "5491123456789" }
  ])("stores $first and $other as one contact, in the first form", ({ first, other }) =>
    Effect.gen(function* () {
      const { added, kept, post } = yield* givenBackend
      const id = yield* added({ phone: first, name: "Ada" })
      const shown = { ...bare.upserted, id, phone: first, name: "Ada King" }
      assert.deepStrictEqual(yield* post({ phone: other, name: "Ada King" }), answered(201, shown))
      assert.lengthOf(yield* kept, 1)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("/v1/contacts/:id", () => {
  it.effect("changes the supplied fields only", () =>
    Effect.gen(function* () {
      const { added, events, get, kept, patch } = yield* givenBackend
      const id = yield* added(ada)
      yield* TestClock.setTime(Date.parse("2026-11-21T09:30:00.250Z"))
      const named = { id, userNumber: "15551234567", userName: "Ada King", tags: ["vip", "newsletter"] }
      const patched = { ...bare.patched, ...named }
      const shown = { ...bare.details, ...named, countryCode: "1", params: { plan: "gold", seats: 3 } }
      assert.deepStrictEqual(yield* patch(id, { name: "Ada King" }), answered(200, patched))
      assert.deepStrictEqual(yield* get(id), answered(200, shown))

      assert.deepStrictEqual(yield* patch(id, { tags: ["late"] }), answered(200, { ...patched, tags: ["late"] }))
      yield* patch(id, { attributes: { plan: null, seats: 4 } })
      yield* patch(id, { email: null })
      yield* patch(id, { countryCode: "+44" })
      assert.deepStrictEqual(
        yield* get(id),
        answered(200, { ...shown, countryCode: "44", tags: ["late"], params: { seats: 4 } })
      )
      const contact = { id, phone: "15551234567", name: "Ada King", email: "ada@example.com", tags: ["late"] }
      assert.deepStrictEqual((yield* events).slice(1), [
        event("contact.updated", { ...contact, tags: ["vip", "newsletter"] }),
        event("contact.updated", contact),
        event("contact.updated", contact),
        event("contact.updated", { ...contact, email: null }),
        event("contact.updated", { ...contact, email: null })
      ])
      assert.deepStrictEqual(
        (yield* kept).map(({ createdAt, updatedAt }) =>
          [createdAt, updatedAt].map(({ epochMilliseconds }) => epochMilliseconds)
        ),
        [[Date.parse("2026-11-20T12:00:00.000Z"), Date.parse("2026-11-21T09:30:00.250Z")]]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an empty change changes nothing, and announces nothing", () =>
    Effect.gen(function* () {
      const { added, events, patch } = yield* givenBackend
      const id = yield* added(ada)
      const same = {
        ...bare.patched,
        id,
        userNumber: "15551234567",
        userName: "Ada Lovelace",
        tags: ["vip", "newsletter"]
      }
      const unknown = { colour: "blue", phone: "442079460958", userName: "Eve" }
      const nulls = { name: null, tags: null, attributes: null }
      for (const body of [{}, unknown, nulls, { name: ada.name, tags: ada.tags, attributes: {}, countryCode: "1" }]) {
        assert.deepStrictEqual(yield* patch(id, body), answered(200, same))
      }
      assert.lengthOf(yield* events, 1)
      assert.lengthOf(yield* offered, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("clears the fields that may be empty", () =>
    Effect.gen(function* () {
      const { added, get, kept, patch } = yield* givenBackend
      for (const none of [null, ""]) {
        const id = yield* added(ada)
        const cleared = { id, userNumber: "15551234567" }
        const answer = yield* patch(id, { name: "", email: none, countryCode: none, tags: [] })
        assert.deepStrictEqual(answer, answered(200, { ...bare.patched, ...cleared }))
        assert.deepStrictEqual(
          yield* get(id),
          answered(200, {
            ...bare.details,
            ...cleared,
            params: { plan: "gold", seats: 3 }
          })
        )
        assert.deepStrictEqual(
          (yield* kept).map(({ countryCode, email }) => [countryCode, email]),
          [[null, null]]
        )
        yield* patch(id, { countryCode: "1" })
        assert.deepStrictEqual(
          (yield* kept).map(({ countryCode }) => String(countryCode)),
          ["US"]
        )
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("preserves the country of a contact whose calling code several countries share", () =>
    Effect.gen(function* () {
      const { added, get, kept, patch } = yield* givenBackend
      const id = yield* added({ phone: "14165550123" })
      yield* patch(id, { countryCode: "1" })
      assert.deepStrictEqual(
        (yield* kept).map(({ countryCode }) => String(countryCode)),
        ["CA"]
      )
      const shown = { ...bare.details, id, userNumber: "14165550123", countryCode: "1" }
      assert.deepStrictEqual(yield* get(id), answered(200, shown))
    }).pipe(Effect.provide(httpWorld))
  )
})
