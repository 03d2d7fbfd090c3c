import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { givenMember, serviceAccess } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation } from "../conversations/sessionConversation.ts"
import { answered, call, refused, signedIn } from "../sessionDashboard.ts"

const given = Effect.gen(function* () {
  const dashboard = yield* givenConversation
  return { ...dashboard, path: `/conversations/${dashboard.id}/draft` }
})

describe("/conversations/:conversationId/draft", () => {
  it.effect("stores the draft of a member, lists it, and removes it", () =>
    Effect.gen(function* () {
      const { get, id, messageId, path, put, remove } = yield* given
      const draft = {
        conversationId: id,
        text: " Tomorrow 👍 ",
        mode: "reply",
        replyTo: messageId,
        updatedAt: "2026-11-20T12:01:00.000Z"
      }
      assert.deepStrictEqual(yield* get(path), answered(200, { draft: null }))
      const body = { text: draft.text, replyTo: messageId.toUpperCase() }
      assert.deepStrictEqual(yield* put(path, body), answered(200, draft))
      yield* TestClock.adjust("1 second")
      const second = { ...draft, mode: "note", text: "x", replyTo: null, updatedAt: "2026-11-20T12:01:01.000Z" }
      yield* put(path, { text: "x", mode: "note" })
      assert.deepStrictEqual(yield* get(path), answered(200, { draft: second }))
      const page = { total: 1, page: 1, limit: 20, hasNext: false }
      assert.deepStrictEqual(yield* get("/drafts"), answered(200, { drafts: [second], ...page }))
      assert.deepStrictEqual(yield* remove(path), answered(200, { conversationId: id }))
      assert.deepStrictEqual(yield* remove(path), answered(200, { conversationId: id }))
      assert.deepStrictEqual(yield* get("/drafts"), answered(200, { drafts: [], ...page, total: 0 }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("shows a draft to its member only, and to nobody who may not see the conversation", () =>
    Effect.gen(function* () {
      const { id, organizationId, path, post, put, user } = yield* given
      const { access } = yield* givenMember(organizationId, { conversationScope: "assigned" })
      const headers = yield* signedIn(organizationId, access.caller)
      yield* put(path, { text: "mine" })
      assert.deepStrictEqual(yield* call(headers, path), answered(200, { draft: null }))
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      for (const method of ["GET", "PUT", "DELETE"]) {
        const body = method === "PUT" ? { text: "theirs" } : undefined
        assert.deepStrictEqual(yield* call(headers, path, { method, body }), refused(403, "Forbidden"))
      }
      assert.deepStrictEqual(yield* call(headers, `/conversations/${id}/activities`), refused(403, "Forbidden"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses the service role, empty and long texts, and answers to something without an id", () =>
    Effect.gen(function* () {
      const { organizationId, path, put } = yield* given
      const headers = yield* signedIn(organizationId, serviceAccess(organizationId).caller)
      const noDrafts = refused(403, "Drafts belong to members; the service role has none")
      for (const address of [path, "/drafts"]) assert.deepStrictEqual(yield* call(headers, address), noDrafts)
      const saved = (body: object) => put(path, body)
      assert.deepStrictEqual(yield* saved({}), refused(400, "Missing required field: text"))
      assert.deepStrictEqual(
        yield* saved({ text: "x".repeat(10_001) }),
        refused(400, "Invalid field text: Expected at most 10000 characters")
      )
      assert.deepStrictEqual(
        yield* saved({ text: "x", replyTo: "wamid.1" }),
        refused(400, "Invalid field replyTo: not the id of a message")
      )
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("/conversations/:conversationId/activities", () => {
  it.effect("lists the newest changes of a conversation with their data, newest first", () =>
    Effect.gen(function* () {
      const { get, id, post, user } = yield* given
      yield* TestClock.adjust("1 minute")
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      yield* TestClock.adjust("1 minute")
      yield* post(`/conversations/${id}/close`, { resolution: "done" })
      const { body } = yield* get(`/conversations/${id}/activities`)
      const text = JSON.stringify(body)
      assert.deepStrictEqual(
        [...text.matchAll(/"event":"([^"]+)"/g)].map(([, type]) => type),
        ["conversation.closed", "conversation.assigned", "conversation.opened"]
      )
      assert.include(text, `"closed_by":"${user.id}"`)
      const { body: one } = yield* get(`/conversations/${id}/activities?limit=1`)
      assert.lengthOf([...JSON.stringify(one).matchAll(/"event":/g)], 1)
    }).pipe(Effect.provide(httpWorld))
  )
})
