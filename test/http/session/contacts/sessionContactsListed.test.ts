import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ContactId } from "../../../../src/domain/Ids.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { bareContact } from "./sessionContactShown.ts"
import { type Answer, answered, givenDashboard, refused } from "../sessionDashboard.ts"

const Listed = Schema.Struct({
  data: Schema.Struct({
    contacts: Schema.Array(Schema.Struct({ name: Schema.String })),
    total: Schema.Int,
    page: Schema.Int,
    limit: Schema.Int,
    hasNext: Schema.Boolean
  })
})

/** The names on a page, and what is beside them. */
const namesOf = ({ body }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Listed)(body), ({ data: { contacts, ...facts } }) => ({
    names: contacts.map(({ name }) => name).join(" "),
    ...facts
  }))

/** Three people, a minute apart: to the second and then to the first of them something was said. */
const givenPeople = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { added, post } = dashboard
  yield* added({ userNumber: "+5511987654321", userName: "bob", email: "bob@example.org" })
  yield* TestClock.adjust("1 minute")
  yield* added({ userNumber: "+15551234567", userName: "Ada", email: "ada@example.com" })
  yield* TestClock.adjust("1 minute")
  yield* added({ userNumber: "+442079460958", userName: "José" })
  for (const to of ["+15551234567", "+5511987654321"]) {
    yield* TestClock.adjust("1 minute")
    yield* post("/messages/send", { to, type: "text", text: "hi" })
  }
  return dashboard
})

describe("GET /contacts", () => {
  it.effect("lists contacts with the fields of lists, newest first", () =>
    Effect.gen(function* () {
      const { added, get, id, post } = yield* givenDashboard()
      const empty = { contacts: [], total: 0, page: 1, limit: 20, hasNext: false }
      assert.deepStrictEqual(yield* get("/contacts"), answered(200, empty))
      const ada = yield* added({
        userNumber: "+15551234567",
        userName: "Ada",
        email: "ada@example.com",
        tags: ["vip"],
        params: { plan: "gold" }
      })
      yield* TestClock.adjust("1 second")
      const bob = yield* added({ userNumber: "+5511987654321" })
      yield* TestClock.adjust("1 second")
      yield* post("/messages/send", { to: "+15551234567", type: "text", text: "hi" })
      // Ada has written on Messenger too.
      const known = { scope: "110554301234567", value: "7120554301234567", organizationId: id }
      yield* (yield* World).update((state) => ({
        ...state,
        identities: [...state.identities, { ...known, kind: "messenger", contactId: ContactId.make(ada) }]
      }))
      const contacts = [
        {
          ...bareContact.listed,
          id: bob,
          phone: "+5511987654321",
          countryCode: "BR",
          createdAt: "2026-11-20T12:00:01.000Z",
          updatedAt: "2026-11-20T12:00:01.000Z"
        },
        {
          ...bareContact.listed,
          id: ada,
          name: "Ada",
          phone: "+15551234567",
          email: "ada@example.com",
          countryCode: "US",
          tags: ["vip"],
          lastMessageAt: "2026-11-20T12:00:02.000Z",
          conversationCount: 1,
          createdAt: "2026-11-20T12:00:00.000Z",
          updatedAt: "2026-11-20T12:00:00.000Z"
        }
      ]
      const page = { contacts, total: 2, page: 1, limit: 20, hasNext: false }
      assert.deepStrictEqual(yield* get("/contacts"), answered(200, page))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has a page of contacts, and whether another page follows", () =>
    Effect.gen(function* () {
      const { get } = yield* givenPeople
      for (const [query, names, page, limit, hasNext] of [
        ["?limit=2", "José Ada", 1, 2, true],
        ["?limit=2&page=2", "bob", 2, 2, false],
        ["?limit=3", "José Ada bob", 1, 3, false],
        ["?limit=1&page=2", "Ada", 2, 1, true],
        ["?limit=100&page=2", "", 2, 100, false],
        ["?page=1000000", "", 1_000_000, 20, false]
      ] as const) {
        const listed = yield* namesOf(yield* get(`/contacts${query}`))
        assert.deepStrictEqual(listed, { names, total: 3, page, limit, hasNext }, query)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["", "José Ada bob"],
    ["sortBy=created_at", "José Ada bob"],
    ["sortBy=created_at&sortOrder=desc", "José Ada bob"],
    ["sortOrder=asc", "bob Ada José"],
    ["sortBy=name", "José bob Ada"],
    ["sortBy=name&sortOrder=asc", "Ada bob José"],
    ["sortBy=last_message_at", "bob Ada José"],
    ["sortBy=last_message_at&sortOrder=asc", "Ada bob José"]
  ] as const)("sorts by '%s'", ([query, names]) =>
    Effect.gen(function* () {
      const { get } = yield* givenPeople
      assert.strictEqual((yield* namesOf(yield* get(`/contacts?${query}`))).names, names)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["ada", "Ada"],
    ["JOSE", "José"],
    ["example", "Ada bob"],
    ["bob@example.org", "bob"],
    ["+55 (11) 98765", "bob"],
    ["0795", ""],
    ["555-123", "Ada"],
    ["nobody", ""],
    [" ", "José Ada bob"],
    ["%", ""]
  ] as const)("finds '%s' in names, numbers and e-mail addresses", ([search, names]) =>
    Effect.gen(function* () {
      const { get } = yield* givenPeople
      const listed = yield* namesOf(yield* get(`/contacts?search=${encodeURIComponent(search)}`))
      const total = names === "" ? 0 : names.split(" ").length
      assert.deepStrictEqual(listed, { names, total, page: 1, limit: 20, hasNext: false })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["page=0", "page: Expected a whole number from 1 to 1000000"],
    ["page=1.5", "page: Expected a whole number from 1 to 1000000"],
    ["limit=0", "limit: Expected a whole number from 1 to 100"],
    ["limit=ten", "limit: Expected a whole number from 1 to 100"],
    ["limit=1&limit=2", "limit: Expected one value; the query has it 2 times"],
    ["sortBy=phone", 'sortBy: Expected "created_at" | "name" | "last_message_at"'],
    ["sortBy=", 'sortBy: Expected "created_at" | "name" | "last_message_at"'],
    ["sortOrder=up", 'sortOrder: Expected "desc" | "asc"'],
    [`search=${"x".repeat(201)}`, "search: Expected at most 200 characters"],
    ["search=%00", "search: Expected text without NUL characters and unpaired surrogates"]
  ] as const)("refuses '%s'", ([query, problem]) =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get(`/contacts?${query}`), refused(400, `Invalid field ${problem}`))
    }).pipe(Effect.provide(httpWorld))
  )
})
