import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxBulkConversations } from "../../../../src/domain/conversations/BulkAction.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { givenConversation, givenConversations } from "../conversations/sessionConversation.ts"
import { answered, call, kept, refused, signedIn } from "../sessionDashboard.ts"

const noon = (minutes: number) => `2026-11-20T12:0${minutes}:00.000Z`
const tomorrow = "2026-11-21T08:00:00.000Z"
const unknown = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"

describe("snooze and priority of a conversation", () => {
  it.effect("triage: a snooze and a priority are in responses and in lists only while they are set", () =>
    Effect.gen(function* () {
      const { details, get, id, post, put, shown } = yield* givenConversation
      const changed = { id, status: "open", assigneeId: null, updatedAt: noon(1) }
      const snoozed = { at: noon(1), until: tomorrow }
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/snooze`, { until: "2026-11-21T09:00:00+01:00" }),
        answered(200, { ...changed, priority: "none", snoozed })
      )
      assert.deepStrictEqual(
        yield* put(`/conversations/${id.toUpperCase()}/priority`, { priority: "urgent" }),
        answered(200, { ...changed, priority: "urgent", snoozed })
      )
      assert.deepStrictEqual(
        yield* get(`/conversations/${id}`),
        answered(200, { ...details, priority: "urgent", snoozed })
      )
      const listed = (rows: ReadonlyArray<object>) =>
        answered(200, { conversations: rows, total: rows.length, page: 1, limit: 20, hasNext: false })
      const row = { ...shown, priority: "urgent", snoozed }
      for (const [query, rows] of [
        ["", [row]],
        ["?snoozed=true&priority=urgent&sort=priority", [row]],
        ["?snoozed=false", []],
        ["?priority=high", []]
      ] as const) {
        assert.deepStrictEqual(yield* get(`/conversations${query}`), listed(rows), query)
      }
      for (const query of ["?snoozed=yes", "?priority=most", "?sort=name"])
        assert.strictEqual((yield* get(`/conversations${query}`)).status, 400, query)

      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/snooze`),
        answered(200, { ...changed, priority: "urgent", snoozed: { at: noon(1), until: null } })
      )
      assert.deepStrictEqual(
        yield* post(`/conversations/${id}/unsnooze`),
        answered(200, { ...changed, priority: "urgent", snoozed: null })
      )
      yield* put(`/conversations/${id}/priority`, { priority: "none" })
      assert.deepStrictEqual(yield* get(`/conversations/${id}`), answered(200, details))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("triage: wrong times, closed, unknown and foreign conversations are refused, and nothing changes", () =>
    Effect.gen(function* () {
      const { id, organizationId, post, put, user } = yield* givenConversation
      yield* post(`/conversations/${id}/assign`, { userId: user.id })
      const { access } = yield* givenMember(organizationId, { role: "agent", conversationScope: "assigned" })
      const agent = yield* signedIn(organizationId, access.caller)
      const before = yield* kept
      for (const [until, error] of [
        ["2026-11-20T12:01:00Z", "Invalid field until: Expected a time in the future"],
        ["2028-01-01T00:00:00Z", "Invalid field until: Expected a time at most 366 days ahead"]
      ] as const) {
        assert.deepStrictEqual(yield* post(`/conversations/${id}/snooze`, { until }), refused(400, error))
      }
      assert.strictEqual((yield* post(`/conversations/${id}/snooze`, { until: "tomorrow" })).status, 400)
      assert.strictEqual((yield* put(`/conversations/${id}/priority`, { priority: "most" })).status, 400)
      assert.strictEqual((yield* put(`/conversations/${id}/priority`, {})).status, 400)
      assert.deepStrictEqual(yield* post("/conversations/x/snooze"), refused(400, "Invalid conversation ID"))
      for (const one of [unknown]) {
        assert.deepStrictEqual(yield* post(`/conversations/${one}/snooze`), refused(404, "Conversation not found"))
        assert.deepStrictEqual(
          yield* put(`/conversations/${one}/priority`, { priority: "low" }),
          refused(404, "Conversation not found")
        )
      }
      assert.deepStrictEqual(
        yield* call(agent, `/conversations/${id}/snooze`, { method: "POST" }),
        refused(403, "Forbidden")
      )
      assert.deepStrictEqual(yield* kept, before)
      yield* post(`/conversations/${id}/close`)
      assert.deepStrictEqual(yield* post(`/conversations/${id}/snooze`), refused(409, "Conversation is closed"))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /conversations/bulk", () => {
  it.effect("bulk: each id has its result, and a repetition has the same", () =>
    Effect.gen(function* () {
      const { get, people, post } = yield* givenConversations
      const [ada, bob] = people.map(({ conversationId }) => conversationId)
      const request = { ids: [ada, bob, unknown, "x", ada], action: "close", resolution: "Done" }
      const expected = answered(200, {
        results: [
          { id: ada, success: true },
          { id: bob, success: true },
          { id: unknown, success: false, error: "Conversation not found" },
          { id: "x", success: false, error: "Conversation not found" }
        ],
        succeeded: 2,
        failed: 2
      })
      assert.deepStrictEqual(yield* post("/conversations/bulk", request), expected)
      assert.deepStrictEqual(yield* post("/conversations/bulk", request), expected)
      assert.strictEqual((yield* get("/conversations?status=closed")).status, 200)
      const snoozed = yield* post("/conversations/bulk", { ids: [ada], action: "snooze" })
      assert.deepStrictEqual(
        snoozed,
        answered(200, {
          results: [{ id: ada, success: false, error: "Conversation is closed" }],
          succeeded: 0,
          failed: 1
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("bulk: an agent changes only conversations visible to them", () =>
    Effect.gen(function* () {
      const { id: organizationId, people, post, user } = yield* givenConversations
      const [ada, bob] = people.map(({ conversationId }) => conversationId)
      yield* post(`/conversations/${ada}/assign`, { userId: user.id })
      const { access, user: agent } = yield* givenMember(organizationId, {
        role: "agent",
        conversationScope: "assigned"
      })
      const headers = yield* signedIn(organizationId, access.caller)
      assert.deepStrictEqual(
        yield* call(headers, "/conversations/bulk", {
          method: "POST",
          body: { ids: [ada, bob], action: "assign", userId: agent.id }
        }),
        answered(200, {
          results: [
            { id: ada, success: false, error: "Forbidden" },
            { id: bob, success: true }
          ],
          succeeded: 1,
          failed: 1
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("bulk: requests without ids, with too many, or without a field of the action are refused", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenConversation
      const before = yield* kept
      const ids = [id]
      for (const [body, error] of [
        [{ ids, action: "assign" }, "Missing required field: userId"],
        [{ ids, action: "priority" }, "Missing required field: priority"],
        [{ ids, action: "assign", userId: unknown }, "Invalid field userId: not a member of this organization"],
        [{ ids, action: "assign", userId: "me" }, "Invalid field userId: not a member of this organization"],
        [{ ids, action: "snooze", until: noon(0) }, "Invalid field until: Expected a time in the future"]
      ] as const) {
        assert.deepStrictEqual(yield* post("/conversations/bulk", body), refused(400, error))
      }
      for (const body of [
        {},
        { ids },
        { ids, action: "delete" },
        { ids: [], action: "close" },
        { ids: Array.from({ length: maxBulkConversations + 1 }, () => id), action: "close" },
        { ids: [7], action: "close" },
        { ids, action: "close", resolution: "x".repeat(2_001) }
      ]) {
        assert.strictEqual((yield* post("/conversations/bulk", body)).status, 400, JSON.stringify(body).slice(0, 80))
      }
      assert.deepStrictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})
