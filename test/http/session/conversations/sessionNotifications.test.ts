import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { NotificationId } from "../../../../src/domain/Ids.ts"
import { Notifier } from "../../../../src/ports/access/Memberships.ts"
import { uuid } from "../../../../testing/given/given.ts"
import { givenMember, serviceAccess } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { memberNotifications } from "../../../../testing/given/memberNotifications.ts"
import { givenConversation } from "./sessionConversation.ts"
import { answered, call, givenDashboard, refused, signedIn } from "../sessionDashboard.ts"

/** A member who was assigned Ada's conversation a minute after noon, and was told a minute later that the webhook is disabled. */
const givenTold = Effect.gen(function* () {
  const dashboard = yield* givenConversation
  const { id: conversationId, organizationId, post } = dashboard
  const { access, user } = yield* givenMember(organizationId, { name: "Grace", role: "owner" })
  const headers = yield* signedIn(organizationId, access.caller)
  yield* post(`/conversations/${conversationId}/assign`, { userId: user.id })
  yield* TestClock.adjust("1 minute")
  const told = { id: NotificationId.make(yield* uuid), organizationId, userId: user.id, readAt: null }
  yield* (yield* Notifier).notify({
    ...told,
    createdAt: yield* DateTime.now,
    type: "webhook.disabled",
    conversationId: null,
    reason: "failing"
  })
  const [disabled, assigned] = yield* memberNotifications(organizationId, user.id)
  const shown = [
    {
      id: disabled?.id,
      type: "webhook.disabled",
      conversationId: null,
      reason: "failing",
      createdAt: "2026-11-20T12:02:00.000Z",
      readAt: null
    },
    {
      id: assigned?.id,
      type: "conversation.assigned",
      conversationId,
      reason: null,
      createdAt: "2026-11-20T12:01:00.000Z",
      readAt: null
    }
  ] as const
  return {
    ...dashboard,
    shown,
    user,
    list: (query = "") => call(headers, `/notifications${query}`),
    read: (body: unknown) => call(headers, "/notifications/read", { method: "POST", body })
  }
})

const page = (notifications: ReadonlyArray<object>, unread: number, more: object = {}) =>
  answered(200, { notifications, unread, total: notifications.length, page: 1, limit: 20, hasNext: false, ...more })

const notYours = refused(400, "Invalid field upTo: not a notification of yours")

describe("GET /notifications", () => {
  it.effect("lists notifications of the member, newest first, page by page", () =>
    Effect.gen(function* () {
      const { list, shown } = yield* givenTold
      assert.deepStrictEqual(yield* list(), page(shown, 2))
      assert.deepStrictEqual(yield* list("?limit=1"), page(shown.slice(0, 1), 2, { total: 2, limit: 1, hasNext: true }))
      assert.deepStrictEqual(yield* list("?limit=1&page=2"), page(shown.slice(1), 2, { total: 2, limit: 1, page: 2 }))
      assert.deepStrictEqual(yield* list("?page=9&unread=false"), page([], 2, { total: 2, page: 9 }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists only unread notifications on request", () =>
    Effect.gen(function* () {
      const { list, read, shown } = yield* givenTold
      yield* TestClock.adjust("1 minute")
      yield* read({ ids: [shown[1].id] })
      const after = [shown[0], { ...shown[1], readAt: "2026-11-20T12:03:00.000Z" }]
      assert.deepStrictEqual(yield* list(), page(after, 1))
      assert.deepStrictEqual(yield* list("?unread=true"), page([shown[0]], 1))
      for (const unread of ["", "1", "yes"]) assert.strictEqual((yield* list(`?unread=${unread}`)).status, 400, unread)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /notifications/read", () => {
  it.effect("marks the named notifications once, in any letter case, and ignores others", () =>
    Effect.gen(function* () {
      const { list, read, shown } = yield* givenTold
      const ids = [shown[0].id?.toUpperCase(), shown[0].id, "x", "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"]
      assert.deepStrictEqual(yield* read({ ids }), answered(200, { marked: 1 }))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* read({ ids, upTo: null }), answered(200, { marked: 0 }))
      assert.deepStrictEqual(yield* read({ ids: [] }), answered(200, { marked: 0 }))
      assert.deepStrictEqual(yield* list(), page([{ ...shown[0], readAt: "2026-11-20T12:02:00.000Z" }, shown[1]], 1))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("marks one notification and all older ones", () =>
    Effect.gen(function* () {
      const { list, read, shown } = yield* givenTold
      assert.deepStrictEqual(yield* read({ upTo: shown[1].id }), answered(200, { marked: 1 }))
      assert.deepStrictEqual(yield* list("?unread=true"), page([shown[0]], 1))
      assert.deepStrictEqual(yield* read({ upTo: shown[0].id }), answered(200, { marked: 1 }))
      assert.deepStrictEqual(yield* list("?unread=true"), page([], 0))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{}, refused(400, "Missing required field: ids")],
    [{ ids: null, upTo: null }, refused(400, "Missing required field: ids")],
    [{ ids: ["x"], upTo: "x" }, refused(400, "Give either ids or upTo")],
    [{ upTo: "x" }, notYours],
    [{ upTo: "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71" }, notYours],
    [{ ids: "x" }, null],
    [{ ids: [1] }, null],
    [{ ids: Array.from({ length: 201 }, () => "x") }, null]
  ] as const)("refuses %j, and marks nothing", ([body, answer]) =>
    Effect.gen(function* () {
      const { list, read, shown } = yield* givenTold
      const given = yield* read(body)
      assert.strictEqual(given.status, 400)
      if (answer !== null) assert.deepStrictEqual(given, answer)
      assert.deepStrictEqual(yield* list(), page(shown, 2))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("notifications", () => {
  it.effect("are those of the calling member in the named organization", () =>
    Effect.gen(function* () {
      const { get, headers, list, organizationId, post, shown, user } = yield* givenTold
      const other = yield* givenDashboard()
      yield* (yield* World).update((state) => ({
        ...state,
        memberships: [
          ...state.memberships,
          { organizationId: other.id, userId: user.id, role: "owner", conversationScope: "all" }
        ]
      }))
      const there = {
        ...(yield* signedIn(organizationId, { _tag: "User", userId: user.id, email: user.email })),
        "x-org-id": other.id
      }
      for (const seen of [
        yield* get("/notifications"),
        yield* other.get("/notifications"),
        yield* call(there, "/notifications")
      ])
        assert.deepStrictEqual(seen, page([], 0))
      for (const [id] of shown.map((told) => [told.id])) {
        assert.deepStrictEqual(yield* post("/notifications/read", { ids: [id] }), answered(200, { marked: 0 }))
        for (const stranger of [headers, other.headers, there]) {
          const body = { upTo: id }
          assert.deepStrictEqual(yield* call(stranger, "/notifications/read", { method: "POST", body }), notYours)
        }
      }
      assert.deepStrictEqual(yield* list(), page(shown, 2))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("are refused to the service role, and require a token", () =>
    Effect.gen(function* () {
      const { organizationId, shown } = yield* givenTold
      const service = yield* signedIn(organizationId, serviceAccess(organizationId).caller)
      const none = refused(403, "Notifications belong to members; the service role has none")
      assert.deepStrictEqual(yield* call(service, "/notifications"), none)
      const body = { upTo: shown[0].id }
      assert.deepStrictEqual(yield* call(service, "/notifications/read", { method: "POST", body }), none)
      assert.deepStrictEqual(
        yield* call({ "x-org-id": organizationId }, "/notifications"),
        refused(401, "Unauthorized")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("return 500 if they cannot be read", () =>
    Effect.gen(function* () {
      const { list, read, shown } = yield* givenTold
      const { failNext } = yield* World
      const broken = refused(500, "Internal server error")
      yield* failNext("Notifications.list")
      assert.deepStrictEqual(yield* list(), broken)
      yield* failNext("Notifications.markRead")
      assert.deepStrictEqual(yield* read({ upTo: shown[0].id }), broken)
      assert.deepStrictEqual(yield* list(), page(shown, 2))
    }).pipe(Effect.provide(httpWorld))
  )
})
