import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { phoneOf, someone } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { accountIds, answered, givenBackend, refused } from "./developerChannelBackend.ts"

const text = (to: string, text: string) => ({ to, type: "text", text })
const firstPage = (data: ReadonlyArray<unknown>, total = data.length) =>
  answered(200, { data, meta: { page: 1, limit: 20, total } })

/** An item of a list, with other values here and there. */
const shown = (item: object, changes: object) => ({ ...item, ...changes })

/** A backend that has written to three people, a minute after the other each time, and then to the first one again. */
const givenThree = Effect.gen(function* () {
  const backend = yield* givenBackend("whatsapp")
  for (const [to, said] of [
    [someone, "one"],
    [phoneOf(2), "two"],
    [phoneOf(3), "three"],
    [someone, "four"]
  ] as const) {
    yield* backend.post("/v1/send-message", text(to, said))
    yield* TestClock.adjust("1 minute")
  }
  const { contacts, conversations } = yield* (yield* World).state
  const item = (place: number, phone: string, lastMessage: string, minute: number) => ({
    id: conversations[place]?.id,
    contact: { name: "", phone },
    last_message: lastMessage,
    status: "open",
    updated_at: `2026-11-20T12:0${minute}:00.000Z`
  })
  return {
    ...backend,
    contacts,
    list: (query = "") => backend.get(`/v1/conversations/whatsapp${query}`),
    items: [item(0, someone, "four", 3), item(2, phoneOf(3), "three", 2), item(1, phoneOf(2), "two", 1)]
  }
})

describe("GET /v1/conversations/whatsapp", () => {
  it.effect("lists the last updated conversation first", () =>
    Effect.gen(function* () {
      const { items, list } = yield* givenThree
      assert.deepStrictEqual(yield* list(), firstPage(items))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists a page of conversations", () =>
    Effect.gen(function* () {
      const { items, list } = yield* givenThree
      const page = (page: number, limit: number, data: ReadonlyArray<unknown>) =>
        answered(200, { data, meta: { page, limit, total: 3 } })
      assert.deepStrictEqual(yield* list("?limit=2"), page(1, 2, items.slice(0, 2)))
      assert.deepStrictEqual(yield* list("?limit=2&page=2&colour=blue"), page(2, 2, items.slice(2)))
      assert.deepStrictEqual(yield* list("?page=3&limit=2"), page(3, 2, []))
      assert.deepStrictEqual(yield* list("?page=1000000&limit=100"), page(1_000_000, 100, []))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the parameter that is out of range", () =>
    Effect.gen(function* () {
      const { list } = yield* givenThree
      const page = "Invalid field page: Expected a whole number from 1 to 1000000"
      const limit = "Invalid field limit: Expected a whole number from 1 to 100"
      for (const query of ["page=0", "page=-1", "page=1.5", "page=1000001", "page="]) {
        assert.deepStrictEqual(yield* list(`?${query}`), refused(400, page))
      }
      for (const query of ["limit=0", "limit=-1", "limit=2.5", "limit=ten"]) {
        assert.deepStrictEqual(yield* list(`?${query}`), refused(400, limit))
      }
      for (const query of ["page=x", "page=NaN", "page=Infinity", "page=1&page=2"]) {
        const { body, status } = yield* list(`?${query}`)
        assert.strictEqual(status, 400)
        assert.match(JSON.stringify(body), /^\{"success":false,"message":"Invalid field page: [^"]+"\}$/)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the contact's name and the conversation's status", () =>
    Effect.gen(function* () {
      const { items, list } = yield* givenThree
      yield* (yield* World).update((state) => ({
        ...state,
        contacts: state.contacts.map((contact) => ({ ...contact, name: `Name of ${contact.phone}` })),
        conversations: state.conversations.map((kept, place) => ({
          ...kept,
          status: (["ai_handling", "escalated", "closed"] as const)[place] ?? kept.status
        }))
      }))
      const statuses = ["ai_handling", "closed", "escalated"]
      assert.deepStrictEqual(
        yield* list(),
        firstPage(
          items.map((item, place) =>
            shown(item, {
              contact: { name: `Name of ${item.contact.phone}`, phone: item.contact.phone },
              status: statuses[place]
            })
          )
        )
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the text of the latest message, or its type if there is no text", () =>
    Effect.gen(function* () {
      const { items, list } = yield* givenThree
      const url = "https://example.com/a"
      const last = [
        { type: "image", content: { url } },
        { type: "template", content: { template: { name: "welcome", language: "en" } } },
        { type: "text", content: { text: "😀".repeat(300) } }
      ]
      yield* (yield* World).update((state) => ({
        ...state,
        // In the order in which they were sent, the last three are to the second, the third and the first contact.
        messages: state.messages.slice(1).map((message, place) => Object.assign({}, message, last[(place + 1) % 3]))
      }))
      const previews = ["[image]", "😀".repeat(256), "[template: welcome]"]
      assert.deepStrictEqual(
        yield* list(),
        firstPage(items.map((item, place) => shown(item, { last_message: previews[place] })))
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has empty values for unknown fields, and omits conversations of deleted contacts", () =>
    Effect.gen(function* () {
      const { contacts, id, items, list } = yield* givenThree
      yield* (yield* World).update((state) => ({
        ...state,
        contacts: state.contacts.map((contact) => ({ ...contact, phone: null })),
        messages: []
      }))
      for (const { id: contactId } of contacts.slice(1)) yield* (yield* ContactStore).remove(id, contactId)
      assert.deepStrictEqual(
        yield* list(),
        firstPage(items.slice(0, 1).map((item) => shown(item, { contact: { name: "", phone: "" }, last_message: "" })))
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("omits other organizations and other channels, and works without a connected number", () =>
    Effect.gen(function* () {
      yield* givenThree
      const { get, id, post } = yield* givenBackend("messenger")
      yield* post("/v1/messenger/send-message", { recipientId: "1", text: "hi" })
      const { conversations } = yield* (yield* World).state
      assert.isTrue(conversations.some(({ organizationId }) => organizationId === id))
      assert.deepStrictEqual(yield* get("/v1/conversations/whatsapp"), firstPage([]))
    }).pipe(Effect.provide(httpWorld))
  )
})

const updatedAt = DateTime.makeUnsafe("2026-11-20T11:59:59.007Z")

describe("GET /v1/conversations/messenger", () => {
  it.effect("lists the conversations that the platform lists for the Page", () =>
    Effect.gen(function* () {
      const { get } = yield* givenBackend("messenger")
      assert.deepStrictEqual(yield* get("/v1/conversations/messenger"), answered(200, { data: [] }))
      const participants = [
        { id: "5275811702471834", name: "Ada Lovelace" },
        { id: accountIds.messenger, name: "Acme" }
      ]
      yield* (yield* DirectMessagesPlatform).setConversations(accountIds.messenger, [
        { id: "t_2", updatedAt, unreadCount: 2, participants },
        { id: "t_1", updatedAt: DateTime.makeUnsafe("2021-06-08T08:24:57Z"), unreadCount: 0, participants: [] }
      ])
      assert.deepStrictEqual(
        yield* get("/v1/conversations/messenger?page=0"),
        answered(200, {
          data: [
            { id: "t_2", updated_time: "2026-11-20T11:59:59.007Z", unread_count: 2, participants },
            { id: "t_1", updated_time: "2021-06-08T08:24:57.000Z", unread_count: 0, participants: [] }
          ]
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /v1/conversations/instagram", () => {
  it.effect("lists the conversations that the platform lists for the account", () =>
    Effect.gen(function* () {
      const { get } = yield* givenBackend("instagram")
      assert.deepStrictEqual(yield* get("/v1/conversations/instagram"), answered(200, { data: [] }))
      const people = [
        { id: "6742963515757843", name: "ada" },
        { id: accountIds.instagram, name: "acme" }
      ]
      const participants = people.map(({ id, name }) => ({ id, username: name }))
      yield* (yield* DirectMessagesPlatform).setConversations(accountIds.instagram, [
        { id: "aWdf", updatedAt, unreadCount: null, participants: people }
      ])
      assert.deepStrictEqual(
        yield* get("/v1/conversations/instagram"),
        answered(200, { data: [{ id: "aWdf", updated_time: "2026-11-20T11:59:59.007Z", participants }] })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})
