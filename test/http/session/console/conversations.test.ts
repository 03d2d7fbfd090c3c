import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { givenMember } from "../../../../src/testing/given/givenMember.ts"
import { httpWorld } from "../../../support/httpWorld.ts"
import { givenConversation } from "../sessionConversation.ts"
import { answered, kept } from "../sessionDashboard.ts"

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

describe("POST /conversations/:conversationId/read", () => {
  it.effect("makes every message read, and keeps the place in the list", () =>
    Effect.gen(function* () {
      const { details, events, get, id, post } = yield* givenConversation
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
      assert.lengthOf(yield* events, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/:conversationId/unread", () => {
  it.effect("makes one message unread until a member reads, and keeps the place in the list", () =>
    Effect.gen(function* () {
      const { details, events, get, id, post } = yield* givenConversation
      const before = (yield* events).length
      yield* TestClock.adjust("1 minute")
      const marked = answered(200, { id, unreadCount: 1 })
      for (let time = 0; time < 2; time++) assert.deepStrictEqual(yield* post(`/conversations/${id}/unread`), marked)
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, { ...details, unreadCount: 1 }))
      yield* post(`/conversations/${id}/read`)
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, details))
      assert.lengthOf(yield* events, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("keeps the number of unread messages, and a closed conversation closed", () =>
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
