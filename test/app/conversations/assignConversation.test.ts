import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { assignConversation, closeConversation } from "../../../src/app/conversations/conversations.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import type { OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import { conversationOf } from "../../../testing/given/seen.ts"
import { memberNotifications as notificationsOf } from "../../../testing/given/memberNotifications.ts"
import { announcedBy, teamWorld, givenConversation, givenTeam } from "./supportTeam.ts"

/** What a member was told, without ids. */
const memberNotifications = Effect.fnUntraced(function* (organizationId: OrganizationId, userId: UserId) {
  const notifications = yield* notificationsOf(organizationId, userId)
  return notifications.map(({ conversationId, createdAt, type }) => ({ type, conversationId, createdAt }))
})

const closed = (by: string, at: Conversation["createdAt"]) =>
  ({ status: "closed", closedAt: at, closedBy: by, resolution: "Refunded" }) as const

/** The event of an assignment, without its id. */
const assigned = ({ assigneeId, id }: Conversation, to: UserId, by: string, at: Conversation["createdAt"]) => ({
  type: "conversation.assigned",
  conversationId: id,
  occurredAt: at,
  data: { conversation_id: id, assignee_id: to, previous_assignee_id: assigneeId, assigned_by: by }
})

describe("assignConversation", () => {
  it.effect.each(["open", "ai_handling", "escalated"] as const)(
    "assigns a conversation with the status %s to a member, and notifies them",
    (status) =>
      Effect.gen(function* () {
        const team = yield* givenTeam
        const { ada, bob, id, now } = team
        const before = yield* givenConversation(team, { status, assigneeId: ada.user.id, unreadCount: 3 })
        const { events, result } = yield* announcedBy(id, assignConversation(ada.access, before.id, bob.user.id))
        assert.deepStrictEqual(result, {
          conversation: { ...before, status: "open", assigneeId: bob.user.id, updatedAt: now },
          assignee: bob.user
        })
        assert.deepStrictEqual(yield* conversationOf(id, before.id), result.conversation)
        assert.deepStrictEqual(events, [assigned(before, bob.user.id, ada.user.id, now)])
        assert.deepStrictEqual(yield* memberNotifications(id, bob.user.id), [
          { type: "conversation.assigned", conversationId: before.id, createdAt: now }
        ])
        assert.deepStrictEqual(yield* memberNotifications(id, ada.user.id), [])
      }).pipe(Effect.provide(teamWorld))
  )

  it.effect("changes nothing if the member is the assignee already", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id } = team
      const before = yield* givenConversation(team)
      const first = yield* assignConversation(ada.access, before.id, ada.user.id)
      yield* TestClock.adjust("1 hour")
      const second = yield* announcedBy(id, assignConversation(team.owner.access, before.id, ada.user.id))
      assert.deepStrictEqual(second, { result: first, events: [] })
      assert.deepStrictEqual(yield* conversationOf(id, before.id), first.conversation)
      assert.lengthOf(yield* memberNotifications(id, ada.user.id), 1)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("takes a conversation from the AI agent for its assignee, without a notification", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id, now } = team
      const before = yield* givenConversation(team, { status: "ai_handling", assigneeId: ada.user.id })
      const { conversation } = yield* assignConversation(ada.access, before.id, ada.user.id)
      assert.deepStrictEqual(conversation, { ...before, status: "open", updatedAt: now })
      assert.deepStrictEqual(yield* memberNotifications(id, ada.user.id), [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("reopens a closed conversation, and announces it", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, at, bob, id, now } = team
      const before = yield* givenConversation(team, { ...closed(ada.user.id, at), assigneeId: ada.user.id })
      const { events, result } = yield* announcedBy(id, assignConversation(team.service, before.id, bob.user.id))
      assert.deepStrictEqual(result.conversation, {
        ...before,
        status: "open",
        assigneeId: bob.user.id,
        closedAt: null,
        closedBy: null,
        resolution: null,
        updatedAt: now
      })
      assert.deepStrictEqual(yield* conversationOf(id, before.id), result.conversation)
      assert.deepStrictEqual(events, [
        {
          type: "conversation.opened",
          conversationId: before.id,
          occurredAt: now,
          data: {
            conversation: { id: before.id, contact_id: before.contactId, channel: "whatsapp", status: "open" }
          }
        },
        assigned(before, bob.user.id, "service_role", now)
      ])
      assert.lengthOf(yield* memberNotifications(id, bob.user.id), 1)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("reopens a closed conversation for its former assignee, without a notification", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, at, id } = team
      const before = yield* givenConversation(team, { ...closed(ada.user.id, at), assigneeId: ada.user.id })
      const { events } = yield* announcedBy(id, assignConversation(ada.access, before.id, ada.user.id))
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["conversation.opened"]
      )
      assert.deepStrictEqual(yield* memberNotifications(id, ada.user.id), [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("lets an agent of narrow scope pass on own and unassigned conversations, but not take them back", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, bob } = team
      const own = yield* givenConversation(team, { assigneeId: ada.user.id })
      const nobodys = yield* givenConversation(team, {}, 1)
      for (const { id } of [own, nobodys]) {
        const { conversation } = yield* assignConversation(ada.access, id, bob.user.id)
        assert.strictEqual(conversation.assigneeId, bob.user.id)
        const error = yield* Effect.flip(assignConversation(ada.access, id, ada.user.id))
        assert.strictEqual(error._tag, "Forbidden")
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("has the result of some serial order of concurrent assignments and closings", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, bob, grace, id } = team
      const before = yield* givenConversation(team)
      const members = [ada, bob, grace, ada, grace, bob]
      const { events } = yield* announcedBy(
        id,
        Effect.forEach(
          members,
          ({ user }) =>
            Effect.all(
              [assignConversation(team.service, before.id, user.id), closeConversation(team.service, before.id, null)],
              { concurrency: "unbounded" }
            ),
          { concurrency: "unbounded" }
        )
      )
      const kept = yield* conversationOf(id, before.id)
      const types = events.map(({ type }) => type).filter((type) => type !== "conversation.assigned")
      assert.deepStrictEqual(
        types,
        types.map((_, place) => (place % 2 === 0 ? "conversation.closed" : "conversation.opened"))
      )
      assert.strictEqual(kept?.status, types.at(-1) === "conversation.closed" ? "closed" : "open")
      assert.strictEqual(kept?.closedAt === null, kept?.status === "open")
      const told = yield* Effect.forEach([ada, bob, grace], ({ user }) => memberNotifications(id, user.id))
      assert.isAtLeast(told.flat().length, 3)
      assert.isAtMost(told.flat().length, members.length)
    }).pipe(Effect.provide(teamWorld))
  )
})
