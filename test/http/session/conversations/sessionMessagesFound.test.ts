import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation, sent } from "./sessionConversation.ts"
import { answered, call, refused, signedIn } from "../sessionDashboard.ts"

const Found = Schema.Struct({
  data: Schema.Struct({
    messages: Schema.Array(Schema.Struct({ id: Schema.String, excerpt: Schema.String })),
    next: Schema.NullOr(Schema.String)
  })
})
const Page = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.String })),
  total: Schema.Int,
  page: Schema.Int,
  hasNext: Schema.Boolean,
  hasPrevious: Schema.optionalKey(Schema.Boolean)
})

/** Messages to Ada, and one to Grace; the ids from the last one back. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenConversation
  yield* dashboard.added({ userNumber: "+15557654321", userName: "Grace" })
  const said = yield* Effect.forEach(["One table", "Two TABLES", "100%"], (text) =>
    sent(dashboard, "+15551234567", text)
  )
  const toGrace = yield* sent(dashboard, "+15557654321", "A table for Grace")
  const ids = [dashboard.messageId, ...said.map(({ vendorMessageId }) => vendorMessageId)].toReversed()
  const idAt = (place: number) => ids[place] ?? assert.fail(`there is no message ${place}`)
  const search = (query: string) =>
    Effect.flatMap(dashboard.get(`/messages/search?${query}`), ({ body }) =>
      Effect.map(Schema.decodeUnknownEffect(Found)(body), ({ data }) => data)
    )
  return { ...dashboard, ids, idAt, toGrace, search }
})

describe("GET /messages/search", () => {
  it.effect("finds part of a text with its conversation and contact, last message first", () =>
    Effect.gen(function* () {
      const { get, toGrace } = yield* given
      const { contactId, conversationId, vendorMessageId } = toGrace
      const expected = {
        messages: [
          {
            id: vendorMessageId,
            direction: "outbound",
            timestamp: "2026-11-20T12:05:00.000Z",
            excerpt: "A table for Grace",
            conversation: {
              id: conversationId,
              channel: "whatsapp",
              status: "open",
              assigneeId: null,
              contact: { id: contactId, name: "Grace", phone: "+15557654321" }
            }
          }
        ],
        next: null
      }
      assert.deepStrictEqual(yield* get("/messages/search?q=GRACE"), answered(200, expected))
      assert.deepStrictEqual(yield* get("/messages/search?q=nobody"), answered(200, { messages: [], next: null }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("continues after a page, and matches every character literally", () =>
    Effect.gen(function* () {
      const { idAt, search, toGrace } = yield* given
      const first = yield* search("q=%20table%20&limit=2")
      assert.deepStrictEqual(
        first.messages.map(({ id }) => id),
        [toGrace.vendorMessageId, idAt(1)]
      )
      assert.strictEqual(first.next, idAt(1))
      const second = yield* search(`q=table&limit=2&before=${first.next?.toUpperCase()}`)
      assert.deepStrictEqual(second, { messages: [{ id: idAt(2), excerpt: "One table" }], next: null })
      assert.deepStrictEqual((yield* search("q=%25")).messages, [{ id: idAt(0), excerpt: "100%" }])
      assert.deepStrictEqual((yield* search("q=_")).messages, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows an agent with a narrow scope only their own and unassigned conversations", () =>
    Effect.gen(function* () {
      const { id, organizationId, post, toGrace, user } = yield* given
      const { access } = yield* givenMember(organizationId, { name: "Nia", conversationScope: "assigned" })
      const headers = yield* signedIn(organizationId, access.caller)
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      const { body } = yield* call(headers, "/messages/search?q=table", { method: "GET" })
      const { data } = yield* Schema.decodeUnknownEffect(Found)(body)
      assert.deepStrictEqual(
        data.messages.map((message) => message.id),
        [toGrace.vendorMessageId]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each<readonly [query: string, error: string]>([
    ["", "Missing required field: q"],
    ["?q=", "Missing required field: q"],
    ["?q=%20", "Missing required field: q"],
    [`?q=${"x".repeat(201)}`, "Invalid field q: Expected at most 200 characters"],
    ["?q=a&limit=0", "Invalid field limit: Expected a whole number from 1 to 100"]
  ])("refuses %s", ([query, error]) =>
    Effect.gen(function* () {
      const { get } = yield* givenConversation
      assert.deepStrictEqual(yield* get(`/messages/search${query}`), refused(400, error))
      assert.strictEqual((yield* get("/messages/search?q=a&before=x")).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /messages around a message", () => {
  it.effect("shows the message among newer and older ones, from which both ends are reachable", () =>
    Effect.gen(function* () {
      const { get, id, ids } = yield* given
      const page = (query: string) =>
        Effect.flatMap(get(`/messages?conversationId=${id}&${query}`), ({ body }) =>
          Effect.map(Schema.decodeUnknownEffect(Page)(body), ({ data, ...facts }) => ({
            places: data.map((message) => ids.indexOf(message.id)),
            ...facts
          }))
        )
      const total = 4
      assert.deepStrictEqual(yield* page(`around=${ids[2]}&limit=3`), {
        places: [1, 2, 3],
        total,
        page: 1,
        hasNext: false,
        hasPrevious: true
      })
      assert.deepStrictEqual(yield* page(`after=${ids[1]?.toUpperCase()}`), {
        places: [0],
        total,
        page: 1,
        hasNext: true,
        hasPrevious: false
      })
      assert.deepStrictEqual(yield* page(`around=${ids[3]}&limit=1`), {
        places: [3],
        total,
        page: 4,
        hasNext: false,
        hasPrevious: true
      })
      assert.deepStrictEqual(yield* page(`before=${ids[2]}`), { places: [3], total, page: 1, hasNext: false })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a message of another conversation, and more than one cursor", () =>
    Effect.gen(function* () {
      const { get, id, ids, toGrace } = yield* given
      const list = `/messages?conversationId=${id}`
      for (const side of ["around", "after"]) {
        for (const other of [toGrace.vendorMessageId, "no id"]) {
          const error = `Invalid field ${side}: not a message of the conversation`
          assert.deepStrictEqual(yield* get(`${list}&${side}=${other}`), refused(400, error))
        }
        const both = `${list}&${side}=${ids[0]}&before=${ids[1]}`
        assert.deepStrictEqual(yield* get(both), refused(400, "Give only one of before, around and after"))
      }
    }).pipe(Effect.provide(httpWorld))
  )
})
