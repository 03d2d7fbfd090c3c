import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TagSyncLog } from "../../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { bareContact } from "./sessionContactShown.ts"
import { answered, givenDashboard, refused } from "../sessionDashboard.ts"

const noon = "2026-11-20T12:00:00.000Z"
const ada = {
  userNumber: "+15551234567",
  userName: "Ada Lovelace",
  email: "ada@example.com",
  countryCode: "CA",
  tags: ["vip", "newsletter"],
  params: { plan: "gold", seats: 3 }
}

const id = "01a1f8d3-ea00-7000-8000-000000000005"
const vendorContactId = "ct_aaaaaaaaaaaaaaaaaaaaaaag"

/** The contact as it is answered right after it was created. */
const created = {
  ...bareContact.created,
  id,
  vendorContactId,
  name: "Ada Lovelace",
  phone: "+15551234567",
  email: "ada@example.com",
  countryCode: "CA",
  tags: ["vip", "newsletter"],
  params: { plan: "gold", seats: 3 },
  createdAt: noon,
  updatedAt: noon
}
const silent = { labels: [], lastMessageAt: null, conversationCount: 0 }
const bare = { ...created, ...bareContact.created, countryCode: "US" }

/** The contact as a change answers it. */
const patched = {
  ...bareContact.patched,
  id,
  name: "Ada Lovelace",
  phone: "+15551234567",
  email: "ada@example.com",
  country_code: "CA",
  tags: ["vip", "newsletter"],
  params: { plan: "gold", seats: 3 },
  updated_at: noon
}

describe("POST /contacts", () => {
  it.effect("creates a contact, and announces it", () =>
    Effect.gen(function* () {
      const { events, post } = yield* givenDashboard()
      assert.deepStrictEqual(yield* post("/contacts", ada), answered(201, created))
      const contact = {
        id,
        phone: "15551234567",
        name: "Ada Lovelace",
        email: "ada@example.com",
        tags: ["vip", "newsletter"]
      }
      assert.deepStrictEqual(yield* events, [{ type: "contact.created", data: { contact, source: "api" } }])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { userNumber: "+15551234567" },
    { userNumber: "15551234567", colour: "blue" },
    { userNumber: "+1 (555) 123-4567", userName: null, email: null, countryCode: null, tags: null, params: null },
    { userNumber: "+15551234567", userName: "", email: "", countryCode: "", tags: [], params: {} }
  ])("requires nothing but a number: %o", (body) =>
    Effect.gen(function* () {
      const { get, post } = yield* givenDashboard()
      assert.deepStrictEqual(yield* post("/contacts", body), answered(201, bare))
      assert.deepStrictEqual(yield* get(`/contacts/${id}`), answered(200, { ...bare, ...silent }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a number that a contact has in any form", () =>
    Effect.gen(function* () {
      const { added, events, get, post } = yield* givenDashboard()
      yield* added({ userNumber: "+5511987654321", userName: "Ada" })
      const taken = refused(409, "Contact with this phone number already exists")
      for (const userNumber of ["+5511987654321", "551187654321", "+55 (11) 98765-4321"]) {
        assert.deepStrictEqual(yield* post("/contacts", { userNumber, userName: "Eve" }), taken)
      }
      assert.lengthOf(yield* events, 1)
      const { body } = yield* get("/contacts?search=eve")
      assert.deepInclude(JSON.parse(JSON.stringify(body)).data, { contacts: [], total: 0 })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /contacts/:contactId", () => {
  it.effect("finds a contact by either id, with its message counts", () =>
    Effect.gen(function* () {
      const { added, get, post } = yield* givenDashboard()
      yield* added(ada)
      yield* TestClock.adjust("1 minute")
      yield* post("/messages/send", { to: ada.userNumber, type: "text", text: "hi" })
      const shown = { ...created, ...silent, lastMessageAt: "2026-11-20T12:01:00.000Z", conversationCount: 1 }
      for (const path of [id, vendorContactId]) {
        assert.deepStrictEqual(yield* get(`/contacts/${path}`), answered(200, shown))
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has labels, and empty texts for an absent number and country", () =>
    Effect.gen(function* () {
      const { added, get } = yield* givenDashboard()
      yield* added({ userNumber: "+15551234567" })
      yield* (yield* World).update((state) => ({
        ...state,
        contacts: state.contacts.map((contact) => ({ ...contact, phone: null, countryCode: null, labels: ["late"] }))
      }))
      const shown = { ...bare, ...silent, phone: "", countryCode: "", labels: ["late"] }
      assert.deepStrictEqual(yield* get(`/contacts/${id}`), answered(200, shown))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("PATCH /contacts/:contactId", () => {
  it.effect("changes the given fields, replaces tags and params, and records an event", () =>
    Effect.gen(function* () {
      const { added, events, get, patch, user } = yield* givenDashboard()
      yield* added(ada)
      yield* TestClock.adjust("90 seconds")
      const change = {
        name: "Ada King",
        email: "king@example.com",
        country_code: "gb",
        tags: ["late", "vip"],
        params: { team: { size: 2 } },
        is_blocked: true,
        source: "fair",
        opted_in: true
      }
      const after = { ...patched, ...change, country_code: "GB", updated_at: "2026-11-20T12:01:30.000Z" }
      const { source, ...answer } = after
      assert.deepStrictEqual(yield* patch(`/contacts/${id}`, change), answered(200, answer))
      assert.deepStrictEqual(
        yield* get(`/contacts/${id}`),
        answered(200, {
          ...created,
          ...silent,
          name: "Ada King",
          email: "king@example.com",
          countryCode: "GB",
          tags: ["late", "vip"],
          params: { team: { size: 2 } },
          isBlocked: true,
          source,
          optedIn: true,
          updatedAt: "2026-11-20T12:01:30.000Z"
        })
      )
      const contact = { id, phone: "15551234567", name: "Ada King", email: "king@example.com", tags: ["late", "vip"] }
      const consent = {
        contact_id: id,
        channel: "whatsapp",
        source: "member",
        by: user.id,
        timestamp: "2026-11-20T12:01:30.000Z"
      }
      assert.deepStrictEqual((yield* events).slice(1), [
        { type: "contact.updated", data: { contact, source: "api" } },
        { type: "contact.opted_in", data: consent }
      ])
      const [, synced] = yield* (yield* TagSyncLog).offered
      assert.deepInclude(synced, { added: ["late"], removed: ["newsletter"] })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("blocks and unblocks, opts in and out, each independently", () =>
    Effect.gen(function* () {
      const { added, get, patch } = yield* givenDashboard()
      yield* added(ada)
      for (const change of [
        { is_blocked: true, opted_in: false },
        { is_blocked: false, opted_in: true },
        { is_blocked: true, opted_in: true },
        { is_blocked: false, opted_in: false }
      ]) {
        yield* patch(`/contacts/${id}`, change)
        const shown = {
          ...created,
          ...silent,
          isBlocked: change.is_blocked,
          optedIn: change.opted_in,
          optedOut: !change.opted_in
        }
        assert.deepStrictEqual(yield* get(`/contacts/${id}?include=optedOut`), answered(200, shown))
      }
    }).pipe(Effect.provide(httpWorld))
  )

  const changes: ReadonlyArray<readonly [change: object, shown: object]> = [
    [{ name: "Ada King" }, { name: "Ada King" }],
    [{ name: "" }, { name: "" }],
    [{ email: "king@example.com" }, { email: "king@example.com" }],
    [{ email: null }, { email: null }],
    [{ email: "" }, { email: null }],
    [{ country_code: "AQ" }, { country_code: "AQ" }],
    [{ country_code: "" }, { country_code: "" }],
    [{ country_code: null }, { country_code: "" }],
    [{ tags: [] }, { tags: [] }],
    [{ tags: ["a", "b", "a"] }, { tags: ["a", "b"] }],
    [{ params: {} }, { params: {} }],
    [{ params: { seats: null } }, { params: { seats: null } }],
    [{ is_blocked: true }, { is_blocked: true }],
    [{ opted_in: true, name: null, phone: "+442079460958", id: "x" }, { opted_in: true }],
    [{ source: "fair" }, {}],
    [{ name: ada.userName, isBlocked: true }, {}]
  ]

  it.effect.each(changes)("applies %o", ([change, shown]) =>
    Effect.gen(function* () {
      const { added, patch } = yield* givenDashboard()
      yield* added(ada)
      const expected = answered(200, { ...patched, ...shown })
      assert.deepStrictEqual(yield* patch(`/contacts/${id}`, change), expected)
      assert.deepStrictEqual(yield* patch(`/contacts/${vendorContactId}`, change), expected)
    }).pipe(Effect.provide(httpWorld))
  )
})
