import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "../conversations/sessionConversation.ts"
import { answered, call, kept, refused, signedIn } from "../sessionDashboard.ts"

describe("POST /conversations/:conversationId/reopen", () => {
  it.effect("opens a closed conversation for its assignee, and announces it once", () =>
    Effect.gen(function* () {
      const { contactId, events, get, id, organizationId, post } = yield* givenConversation
      const { user } = yield* givenMember(organizationId, { name: "Grace" })
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      yield* post(`/conversations/${id}/close`, { resolution: "Refunded" })
      const before = (yield* events).length
      yield* TestClock.adjust("1 minute")
      const updatedAt = "2026-11-20T12:02:00.000Z"
      const opened = answered(200, { id, status: "open", assigneeId: user.id, updatedAt })
      assert.deepStrictEqual(yield* post(`/conversations/${id}/reopen`), opened)
      assert.deepStrictEqual((yield* events).slice(before), [
        {
          type: "conversation.opened",
          data: { conversation: { id, contact_id: contactId, channel: "whatsapp", status: "open" } }
        }
      ])
      yield* TestClock.adjust("1 minute")
      const once = yield* kept
      assert.deepStrictEqual(yield* post(`/conversations/${id}/reopen`), opened)
      assert.strictEqual(yield* kept, once)
      assert.include(JSON.stringify(yield* get(`/conversations/${id}`)), '"status":"open"')
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/unassign", () => {
  it.effect("removes the assignee, announces it once, and makes the conversation visible to all members", () =>
    Effect.gen(function* () {
      const { details, events, get, id, organizationId, post, user } = yield* givenConversation
      const grace = yield* givenMember(organizationId, { name: "Grace" })
      const bob = yield* givenMember(organizationId, { name: "Bob", conversationScope: "assigned" })
      const asBob = yield* signedIn(organizationId, bob.access.caller)
      yield* post(`/conversations/${id}/assign`, { userId: grace.user.id })
      assert.deepStrictEqual(yield* call(asBob, `/conversations/${id}`), refused(403, "Forbidden"))
      const path = `/conversations/${id}/unassign`
      assert.deepStrictEqual(yield* call(asBob, path, { method: "POST" }), refused(403, "Forbidden"))
      const before = (yield* events).length
      yield* TestClock.adjust("1 minute")
      const updatedAt = "2026-11-20T12:02:00.000Z"
      const unassigned = answered(200, { id, status: "open", assigneeId: null, updatedAt })
      assert.deepStrictEqual(yield* post(path), unassigned)
      assert.deepStrictEqual((yield* events).slice(before), [
        {
          type: "conversation.assigned",
          data: { conversation_id: id, assignee_id: null, previous_assignee_id: grace.user.id, assigned_by: user.id }
        }
      ])
      const { assignee: _, ...shown } = { ...details, assigneeId: null, status: "open", updatedAt }
      const { body, status } = yield* call(asBob, `/conversations/${id}`)
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { success: true })
      assert.include(JSON.stringify(body), `"assigneeId":null`)
      assert.include(JSON.stringify(body), `"updatedAt":"${shown.updatedAt}"`)
      const once = yield* kept
      assert.deepStrictEqual(yield* post(path), unassigned)
      assert.strictEqual(yield* kept, once)
      assert.include(JSON.stringify(yield* get("/notifications")), '"notifications":[]')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("leaves a closed conversation closed", () =>
    Effect.gen(function* () {
      const { id, organizationId, post } = yield* givenConversation
      const { user } = yield* givenMember(organizationId, { name: "Grace" })
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      yield* post(`/conversations/${id}/close`)
      const { body } = yield* post(`/conversations/${id}/unassign`)
      assert.include(JSON.stringify(body), '"status":"closed","assigneeId":null')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is separate from assign, which requires a user (contract: Taking a conversation from its assignee)", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      const missing = refused(400, "Missing required field: userId")
      for (const body of [{ userId: null }, {}, { userId: "" }]) {
        assert.deepStrictEqual(yield* post(`/conversations/${id}/assign`, body), missing)
      }
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/read", () => {
  it.effect("marks every message read with one event, and preserves the position in the list", () =>
    Effect.gen(function* () {
      const { details, events, get, id, post, user } = yield* givenConversation
      yield* (yield* World).update((state) => ({
        ...state,
        conversations: state.conversations.map((one) => ({ ...one, unreadCount: 3 }))
      }))
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, { ...details, unreadCount: 3 }))
      const before = (yield* events).length
      yield* TestClock.adjust("1 minute")
      for (let time = 0; time < 2; time++)
        assert.deepStrictEqual(yield* post(`/conversations/${id}/read`), answered(200, { id, unreadCount: 0 }))
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, details))
      const data = { conversation_id: id, unread_count: 0, changed_by: user.id }
      assert.deepStrictEqual((yield* events).slice(before), [{ type: "conversation.read", data }])
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/unread", () => {
  it.effect(
    "marks one message unread with one event until a member reads, and preserves the position in the list",
    () =>
      Effect.gen(function* () {
        const { details, events, get, id, post, user } = yield* givenConversation
        const before = (yield* events).length
        yield* TestClock.adjust("1 minute")
        const marked = answered(200, { id, unreadCount: 1 })
        for (let time = 0; time < 2; time++) assert.deepStrictEqual(yield* post(`/conversations/${id}/unread`), marked)
        assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, { ...details, unreadCount: 1 }))
        yield* post(`/conversations/${id}/read`)
        assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, details))
        assert.deepStrictEqual((yield* events).slice(before), [
          { type: "conversation.unread", data: { conversation_id: id, unread_count: 1, changed_by: user.id } },
          { type: "conversation.read", data: { conversation_id: id, unread_count: 0, changed_by: user.id } }
        ])
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("preserves the number of unread messages, and leaves a closed conversation closed", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* givenConversation
      yield* post(`/conversations/${id}/close`)
      yield* (yield* World).update((state) => ({
        ...state,
        conversations: state.conversations.map((one) => ({ ...one, unreadCount: 3 }))
      }))
      assert.deepStrictEqual(yield* post(`/conversations/${id}/unread`), answered(200, { id, unreadCount: 3 }))
      assert.include(JSON.stringify(yield* get(`/conversations/${id}`)), '"status":"closed"')
    }).pipe(Effect.provide(httpWorld))
  )
})
