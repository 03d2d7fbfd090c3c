import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversations, sent } from "./sessionConversation.ts"
import { type Answer, givenDashboard, refused } from "../sessionDashboard.ts"

const Listed = Schema.Struct({
  data: Schema.Struct({
    conversations: Schema.Array(Schema.Struct({ contact: Schema.Struct({ name: Schema.String }) })),
    total: Schema.Int,
    page: Schema.Int,
    limit: Schema.Int,
    hasNext: Schema.Boolean
  })
})

/** Whom the conversations on a page are with, and what is beside them. */
const namesOf = ({ body }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Listed)(body), ({ data: { conversations, ...facts } }) => ({
    names: conversations.map(({ contact }) => contact.name).join(" "),
    ...facts
  }))

/** Conversations with Ada, with Bob whose is closed, and with Eve whose is the owner's. */
const givenThree = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { added, post, user } = dashboard
  const people = [
    ["+15551234567", "Ada"],
    ["+5511987654321", "Bob"],
    ["+442079460958", "Eve"]
  ] as const
  for (const [userNumber, userName] of people) yield* added({ userNumber, userName })
  yield* sent(dashboard, "+15551234567")
  const bob = yield* sent(dashboard, "+5511987654321")
  const eve = yield* sent(dashboard, "+442079460958")
  yield* post(`/conversations/${bob.conversationId}/close`)
  yield* post(`/conversations/${eve.conversationId}/assign`, { userId: user.id })
  return dashboard
})

describe("GET /conversations", () => {
  it.effect("has a page of conversations, and whether another page follows", () =>
    Effect.gen(function* () {
      const { get } = yield* givenThree
      for (const [query, names, page, limit, hasNext] of [
        ["", "Eve Bob Ada", 1, 20, false],
        ["?limit=2", "Eve Bob", 1, 2, true],
        ["?limit=2&page=2", "Ada", 2, 2, false],
        ["?limit=1&page=2", "Bob", 2, 1, true],
        ["?limit=100&page=2", "", 2, 100, false]
      ] as const) {
        const listed = yield* namesOf(yield* get(`/conversations${query}`))
        assert.deepStrictEqual(listed, { names, total: 3, page, limit, hasNext }, query)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("filters by status and by assignee", () =>
    Effect.gen(function* () {
      const { get, user } = yield* givenThree
      for (const [query, names] of [
        ["status=open", "Eve Ada"],
        ["status=closed", "Bob"],
        ["status=ai_handling", ""],
        ["status=escalated", ""],
        ["channel=whatsapp", "Eve Bob Ada"],
        ["channel=messenger", ""],
        [`assignee=${user.id}`, "Eve"],
        [`assignee=${user.id}&status=closed`, ""],
        ["assignee=018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71", ""],
        ["search=EVE", "Eve"],
        ["search=+55 11", "Bob"],
        ["search=b&status=open", ""],
        ["search=%20", "Eve Bob Ada"],
        ["search=nobody", ""],
        ["contactId=018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71", ""]
      ]) {
        const listed = yield* namesOf(yield* get(`/conversations?${query}`))
        assert.strictEqual(listed.names, names, query)
        assert.strictEqual(listed.total, names === "" ? 0 : (names ?? "").split(" ").length, query)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("filters by contact", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenThree
      const { contactId } = yield* sent(dashboard, "+5511987654321")
      for (const id of [contactId, contactId.toUpperCase()]) {
        const { names, total } = yield* namesOf(yield* dashboard.get(`/conversations?contactId=${id}&limit=1`))
        assert.deepStrictEqual([names, total], ["Bob", 2])
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists the conversation with the latest message first", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenConversations
      assert.strictEqual((yield* namesOf(yield* dashboard.get("/conversations"))).names, " Ada")
      yield* sent(dashboard, "+15551234567", "again")
      assert.strictEqual((yield* namesOf(yield* dashboard.get("/conversations"))).names, "Ada ")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["page=0", "page: Expected a whole number from 1 to 1000000"],
    ["limit=0", "limit: Expected a whole number from 1 to 100"],
    ["status=lost", 'status: Expected "open" | "ai_handling" | "escalated" | "closed"'],
    ["status=Open", 'status: Expected "open" | "ai_handling" | "escalated" | "closed"'],
    ["status=open&status=closed", "status: Expected one value; the query has it 2 times"],
    ["channel=sms", 'channel: Expected "whatsapp" | "messenger" | "instagram"'],
    ["assignee=me", "assignee: Expected a UUID"],
    ["assignee=", "assignee: Expected a UUID"],
    ["contactId=ct_abcdefghijklmnopqrstuvwx", "contactId: Expected a UUID"],
    [`search=${"x".repeat(201)}`, "search: Expected at most 200 characters"]
  ] as const)("refuses '%s'", ([query, problem]) =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get(`/conversations?${query}`), refused(400, `Invalid field ${problem}`))
    }).pipe(Effect.provide(httpWorld))
  )
})
