import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { Conversation } from "../../../../src/domain/conversations/Conversation.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, signedIn } from "../sessionDashboard.ts"
import { conversationShown, givenConversation, givenConversations } from "./sessionConversation.ts"

/** Sets a conversation as no endpoint of this interface leaves it. */
const given = (id: string, changes: Partial<Conversation>) =>
  Effect.flatMap(World, ({ update }) =>
    update((state) => ({
      ...state,
      conversations: state.conversations.map((kept) => (kept.id === id ? { ...kept, ...changes } : kept))
    }))
  )

describe("GET /conversations", () => {
  it.effect("lists conversations with the fields of lists, last updated first", () =>
    Effect.gen(function* () {
      const { get, people } = yield* givenConversations
      const [ada, bob] = people
      assert.deepStrictEqual(
        yield* get("/conversations"),
        answered(200, {
          conversations: [
            conversationShown(bob, { name: "", phone: "+5511987654321" }, "2026-11-20T12:02:00.000Z"),
            conversationShown(ada, { name: "Ada", phone: "+15551234567" }, "2026-11-20T12:01:00.000Z")
          ],
          total: 2,
          page: 1,
          limit: 20,
          hasNext: false
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows the status of a conversation", () =>
    Effect.gen(function* () {
      const { get, id, shown, user } = yield* givenConversation
      yield* given(id, { status: "ai_handling", unreadCount: 3, assigneeId: user.id })
      const standing = { ...shown, status: "ai_handling", aiHandling: true, unreadCount: 3, assigneeId: user.id }
      assert.deepStrictEqual(
        yield* get("/conversations"),
        answered(200, { conversations: [standing], total: 1, page: 1, limit: 20, hasNext: false })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has no last message for a conversation without messages", () =>
    Effect.gen(function* () {
      const { get, id, shown, details } = yield* givenConversation
      yield* (yield* World).update((state) => ({ ...state, messages: [] }))
      assert.deepStrictEqual(
        yield* get("/conversations"),
        answered(200, {
          conversations: [{ ...shown, lastMessage: null }],
          total: 1,
          page: 1,
          limit: 20,
          hasNext: false
        })
      )
      const metadata = { source: "api", firstMessageAt: null }
      assert.deepStrictEqual(
        yield* get(`/conversations/${id}`),
        answered(200, { ...details, lastMessage: null, metadata })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /conversations/:conversationId", () => {
  it.effect("has the whole contact, the assignee and the origin of the conversation", () =>
    Effect.gen(function* () {
      const { details, get, id, post, user } = yield* givenConversation
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, details))

      yield* TestClock.adjust("1 minute")
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      yield* (yield* World).update((state) => ({
        ...state,
        contacts: state.contacts.map((contact) => ({ ...contact, labels: ["late"], email: "ada@example.com" }))
      }))
      assert.deepStrictEqual(
        yield* get(`/conversations/${id}`),
        answered(200, {
          ...details,
          contact: { ...details.contact, email: "ada@example.com", labels: ["late"] },
          assigneeId: user.id,
          assignee: { id: user.id, name: user.name, email: user.email },
          updatedAt: "2026-11-20T12:02:00.000Z"
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/close", () => {
  it.effect("closes a conversation, with the member in the response and an event", () =>
    Effect.gen(function* () {
      const { contactId, details, events, get, id, post, user } = yield* givenConversation
      yield* TestClock.adjust("1 minute")
      const closed = answered(200, { id, status: "closed", closedAt: "2026-11-20T12:02:00.000Z", closedBy: user.id })
      assert.deepStrictEqual(yield* post(`/conversations/${id}/close`, { resolution: "Refunded" }), closed)
      assert.deepStrictEqual(
        yield* get(`/conversations/${id}`),
        answered(200, { ...details, status: "closed", updatedAt: "2026-11-20T12:02:00.000Z" })
      )
      assert.deepStrictEqual((yield* events).at(-1), {
        type: "conversation.closed",
        data: {
          conversation: { id, contact_id: contactId, channel: "whatsapp", status: "closed" },
          closed_by: user.id,
          resolution: "Refunded"
        }
      })

      // Closing it again changes nothing, for any caller.
      const count = (yield* events).length
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* post(`/conversations/${id}/close`, { resolution: "Other" }), closed)
      assert.lengthOf(yield* events, count)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the time of closing, not of the latest change", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      const closedAt = DateTime.makeUnsafe("2026-11-20T12:01:30.000Z")
      yield* given(id, { status: "closed", closedAt, closedBy: "service_role" })
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/close`),
        answered(200, { id, status: "closed", closedAt: "2026-11-20T12:01:30.000Z", closedBy: "service_role" })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([undefined, {}, { resolution: null }, { resolution: "" }, "null", "", { colour: "blue" }])(
    "accepts %o",
    (body) =>
      Effect.gen(function* () {
        const { id, post, user } = yield* givenConversation
        assert.deepStrictEqual(
          yield* post(`/conversations/${id}/close`, body),
          answered(200, { id, status: "closed", closedAt: "2026-11-20T12:01:00.000Z", closedBy: user.id })
        )
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the service role as the closing member", () =>
    Effect.gen(function* () {
      const { id, organizationId } = yield* givenConversation
      const service = yield* signedIn(organizationId, { _tag: "Service" })
      assert.deepStrictEqual(
        yield* call(service, `/conversations/${id}/close`, { method: "POST" }),
        answered(200, { id, status: "closed", closedAt: "2026-11-20T12:01:00.000Z", closedBy: "service_role" })
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/assign", () => {
  it.effect("assigns a conversation to a member, and notifies them", () =>
    Effect.gen(function* () {
      const { events, id, organizationId, post, user } = yield* givenConversation
      const { user: grace } = yield* givenMember(organizationId, { name: "Grace" })
      yield* given(id, { status: "escalated" })
      const before = (yield* events).length
      yield* TestClock.adjust("1 minute")
      const assigned = {
        id,
        assigneeId: grace.id,
        assignee: { id: grace.id, name: "Grace", email: grace.email },
        status: "open",
        updatedAt: "2026-11-20T12:02:00.000Z"
      }
      // Twice, and told once.
      for (const userId of [grace.id, grace.id]) {
        assert.deepStrictEqual(yield* post(`/conversations/${id}/assign`, { userId }), answered(200, assigned))
      }
      const { notifications } = yield* (yield* World).state
      assert.deepStrictEqual(
        notifications.map(({ conversationId, type, userId }) => ({
          conversationId: String(conversationId),
          type,
          userId
        })),
        [{ conversationId: id, type: "conversation.assigned", userId: grace.id }]
      )
      assert.deepStrictEqual((yield* events).slice(before), [
        {
          type: "conversation.assigned",
          data: { conversation_id: id, assignee_id: grace.id, previous_assignee_id: null, assigned_by: user.id }
        }
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reopens a closed conversation", () =>
    Effect.gen(function* () {
      const { contactId, events, get, id, post, shown, user } = yield* givenConversation
      yield* post(`/conversations/${id}/close`)
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      assert.deepStrictEqual(
        yield* get("/conversations?status=open"),
        answered(200, {
          conversations: [{ ...shown, assigneeId: user.id }],
          total: 1,
          page: 1,
          limit: 20,
          hasNext: false
        })
      )
      assert.deepStrictEqual((yield* events).slice(-2), [
        {
          type: "conversation.opened",
          data: { conversation: { id, contact_id: contactId, channel: "whatsapp", status: "open" } }
        },
        {
          type: "conversation.assigned",
          data: { conversation_id: id, assignee_id: user.id, previous_assignee_id: null, assigned_by: user.id }
        }
      ])
      // Opening it again for the same member is no other assignment.
      yield* post(`/conversations/${id}/close`)
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      assert.strictEqual((yield* events).at(-1)?.type, "conversation.opened")
    }).pipe(Effect.provide(httpWorld))
  )
})
