import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { newContact, VendorContactId } from "../../../../src/domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, bare, givenBackend, notFound, refused } from "./developerContactsBackend.ts"

/** Somebody who has only written on Messenger. Their id has letters, which may be written in capitals. */
const met = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"
const pageId = "110554301234567"
const onMessenger = [{ channel: "messenger", accountId: pageId, personId: "7120554301234567" }]
const Channels = Schema.Array(
  Schema.Struct({ channel: Schema.String, accountId: Schema.String, personId: Schema.String })
)
const Listed = Schema.Struct({
  data: Schema.Struct({ data: Schema.Array(Schema.Struct({ channels: Channels })) })
})
const givenMet = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const contact = newContact(
    {
      id: ContactId.make(met),
      vendorContactId: VendorContactId.make(`ct_${"m".repeat(24)}`),
      organizationId,
      source: "messenger",
      name: "Grace"
    },
    DateTime.makeUnsafe("2026-11-20T11:00:00.000Z")
  )
  const known = { scope: pageId, value: "7120554301234567", organizationId, contactId: contact.id }
  yield* (yield* World).update((state) => ({
    ...state,
    contacts: [...state.contacts, contact],
    identities: [...state.identities, { ...known, kind: "messenger" }]
  }))
})

const page = (rows: ReadonlyArray<{ readonly [field: string]: Schema.Json }>, meta: object = {}) =>
  answered(200, { data: rows, meta: { page: 1, limit: 20, total: rows.length, ...meta } })

describe("GET /v1/contacts", () => {
  it.effect("lists contacts with the fields of lists, newest first", () =>
    Effect.gen(function* () {
      const { added, id, list } = yield* givenBackend
      assert.deepStrictEqual(yield* list(), page([]))
      yield* givenMet(id)
      const ada = yield* added({
        phone: "5511987654321",
        name: "Ada",
        email: "ada@example.com",
        tags: ["vip", "new"],
        attributes: { plan: "gold" }
      })
      yield* TestClock.adjust("1 second")
      const bob = yield* added({ phone: "15551234567" })
      assert.deepStrictEqual(
        yield* list(),
        page([
          {
            ...bare.listed,
            id: bob,
            phone: "15551234567",
            created_at: "2026-11-20T12:00:01.000Z"
          },
          {
            ...bare.listed,
            id: ada,
            name: "Ada",
            phone: "5511987654321",
            email: "ada@example.com",
            tags: ["vip", "new"],
            created_at: "2026-11-20T12:00:00.000Z"
          },
          {
            ...bare.listed,
            id: met,
            name: "Grace",
            phone: "",
            created_at: "2026-11-20T11:00:00.000Z"
          }
        ])
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has a page of contacts and their total number", () =>
    Effect.gen(function* () {
      const { added, list } = yield* givenBackend
      const ids: Array<string> = []
      for (let n = 10; n < 35; n++) {
        ids.unshift(yield* added({ phone: `155512345${n}` }))
        yield* TestClock.adjust("1 second")
      }
      const shown = (query: string) =>
        Effect.map(list(query), ({ body }) => {
          const { data } = JSON.parse(JSON.stringify(body))
          return { ids: data.data.map(({ id }: { readonly id: string }) => id), meta: data.meta }
        })
      assert.deepStrictEqual(yield* shown(""), { ids: ids.slice(0, 20), meta: { page: 1, limit: 20, total: 25 } })
      assert.deepStrictEqual(yield* shown("?page=2"), { ids: ids.slice(20), meta: { page: 2, limit: 20, total: 25 } })
      assert.deepStrictEqual(yield* shown("?page=3&limit=10"), {
        ids: ids.slice(20),
        meta: { page: 3, limit: 10, total: 25 }
      })
      assert.deepStrictEqual(yield* shown("?limit=100"), { ids, meta: { page: 1, limit: 100, total: 25 } })
      assert.deepStrictEqual(yield* shown("?page=1000000"), {
        ids: [],
        meta: { page: 1_000_000, limit: 20, total: 25 }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { search: "ada", found: "Ada" },
    { search: "ADA", found: "Ada" },
    { search: "  lovel ", found: "Ada" },
    { search: "jose", found: "José" },
    { search: "JOSÉ", found: "José" },
    { search: "+55 (11) 98765", found: "Ada" },
    { search: "87654", found: "Ada" },
    { search: "555-123", found: "José" },
    { search: "", found: "José Ada" },
    { search: "   ", found: "José Ada" },
    { search: "example.com", found: "" },
    { search: "vip", found: "" },
    { search: "%", found: "" },
    { search: "_", found: "" },
    { search: "lovelace\n55", found: "" },
    { search: "x".repeat(200), found: "" }
  ])("finds $found by $search", ({ found, search }) =>
    Effect.gen(function* () {
      const { added, list } = yield* givenBackend
      yield* added({ phone: "5511987654321", name: "Ada Lovelace", email: "a@example.com", tags: ["vip"] })
      yield* TestClock.adjust("1 second")
      yield* added({ phone: "15551234567", name: "José" })
      const { body, status } = yield* list(`?search=${encodeURIComponent(search)}`)
      const { data } = JSON.parse(JSON.stringify(body))
      const names: ReadonlyArray<string> = data.data.map(({ name }: { readonly name: string }) => name.split(" ")[0])
      assert.deepStrictEqual([status, names.join(" "), data.meta.total], [200, found, names.length])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    { query: "page=0", message: "Invalid field page: Expected a whole number from 1 to 1000000" },
    { query: "page=1000001", message: "Invalid field page: Expected a whole number from 1 to 1000000" },
    { query: "page=1.5", message: "Invalid field page: Expected a whole number from 1 to 1000000" },
    { query: "page=", message: "Invalid field page: Expected a whole number from 1 to 1000000" },
    { query: "limit=0", message: "Invalid field limit: Expected a whole number from 1 to 100" },
    { query: "limit=-1", message: "Invalid field limit: Expected a whole number from 1 to 100" },
    { query: `search=${"x".repeat(201)}`, message: "Invalid field search: Expected at most 200 characters" },
    {
      query: "search=a%00",
      message: "Invalid field search: Expected text without NUL characters and unpaired surrogates"
    },
    { query: "search=a&search=b", message: "Invalid field search: Expected one value; the query has it 2 times" },
    { query: "include=channels,foo", message: "Invalid field include: Unknown name foo; use channels, optedOut" },
    { query: "include=tags", message: "Invalid field include: Unknown name tags; use channels, optedOut" }
  ])("refuses $query", ({ message, query }) =>
    Effect.gen(function* () {
      const { list } = yield* givenBackend
      assert.deepStrictEqual(yield* list(`?${query}`), refused(message))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("a contact without a number", () => {
  it.effect("can receive messages by the id that lists include on request, and remains one contact", () =>
    Effect.gen(function* () {
      const { call, id, kept, list } = yield* givenBackend
      yield* givenAccount(id, { channel: "messenger", externalId: pageId, businessAccountId: null })
      yield* givenMet(id)
      const { data } = yield* Schema.decodeUnknownEffect(Listed)((yield* list("?include=channels")).body)
      const [channel] = data.data.flatMap(({ channels }) => channels)
      assert.deepStrictEqual(channel, onMessenger[0])
      const body = { recipientId: channel?.personId ?? "", text: "Hello" }
      assert.strictEqual((yield* call("/messenger/send-message", { body })).status, 201)
      assert.deepStrictEqual(
        (yield* kept).map((contact) => contact.id),
        [met]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is read, changed and deleted like other contacts, by its id in any letter case", () =>
    Effect.gen(function* () {
      const { events, get, id, list, patch, remove } = yield* givenBackend
      yield* givenMet(id)
      const shown = { ...bare.details, id: met, userNumber: "", userName: "Grace" }
      assert.deepStrictEqual(yield* get(met), answered(200, shown))
      assert.deepStrictEqual(yield* get(met.toUpperCase()), answered(200, shown))
      assert.deepStrictEqual(
        yield* patch(met.toUpperCase(), { tags: ["vip"] }),
        answered(200, { ...bare.patched, id: met, userNumber: "", userName: "Grace", tags: ["vip"] })
      )
      assert.deepStrictEqual(yield* events, [
        {
          type: "contact.updated",
          data: { contact: { id: met, phone: "", name: "Grace", email: null, tags: ["vip"] }, source: "api" }
        }
      ])
      assert.deepStrictEqual(yield* remove(met.toUpperCase()), answered(200, { id: met, deleted: true }))
      assert.deepStrictEqual(yield* get(met), notFound)
      assert.deepStrictEqual(yield* list(), page([]))
    }).pipe(Effect.provide(httpWorld))
  )
})
