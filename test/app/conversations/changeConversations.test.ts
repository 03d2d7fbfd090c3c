import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { changeConversations } from "../../../src/app/conversations/changeConversations.ts"
import { BulkAction } from "../../../src/domain/conversations/BulkAction.ts"
import { ConversationId, UserId } from "../../../src/domain/Ids.ts"
import { uuid } from "../../../testing/given/given.ts"
import { conversationOf } from "../../../testing/given/seen.ts"
import { announcedBy, givenConversation, givenTeam, teamWorld } from "./supportTeam.ts"

const { cases } = BulkAction

describe("bulk actions on conversations", () => {
  it.effect(
    "bulk: each action changes every conversation that the caller may see, and a repetition changes nothing",
    () =>
      Effect.gen(function* () {
        const team = yield* givenTeam
        const { ada, bob, id, now } = team
        const own = yield* givenConversation(team, { assigneeId: ada.user.id })
        const free = yield* givenConversation(team, {}, 1)
        const others = yield* givenConversation(team, { assigneeId: bob.user.id }, 2)
        const unknown = ConversationId.make(yield* uuid)
        const ids = [own.id, free.id, others.id, unknown, own.id]
        const until = DateTime.add(now, { hours: 1 })
        const steps = [
          [cases.Prioritize.make({ priority: "high" }), { priority: "high" }],
          [cases.Snooze.make({ until }), { snoozedAt: now, snoozedUntil: until }],
          [cases.Unsnooze.make({}), { snoozedAt: null, snoozedUntil: null }],
          [cases.Assign.make({ userId: ada.user.id }), { assigneeId: ada.user.id }],
          [cases.Close.make({ resolution: "Done" }), { status: "closed", resolution: "Done" }],
          [cases.Reopen.make({}), { status: "open", resolution: null }],
          [cases.Unassign.make({}), { assigneeId: null }]
        ] as const
        for (const [action, expected] of steps) {
          const { result } = yield* announcedBy(id, changeConversations(ada.access, ids, action))
          assert.deepStrictEqual(
            [...result].map(([one, failure]) => [one, failure?._tag ?? null]),
            [
              [own.id, null],
              [free.id, null],
              [others.id, "Forbidden"],
              [unknown, "ConversationNotFound"]
            ],
            action._tag
          )
          for (const conversationId of [own.id, free.id]) {
            assert.deepInclude(yield* conversationOf(id, conversationId), expected, action._tag)
          }
          const again = yield* announcedBy(id, changeConversations(ada.access, ids, action))
          assert.deepStrictEqual([[...again.result.keys()], again.events], [[...result.keys()], []], action._tag)
        }
        assert.deepStrictEqual(yield* conversationOf(id, others.id), others)
      }).pipe(Effect.provide(teamWorld))
  )

  it.effect("bulk: an assignee who is not a member and a snooze in the past are refused before any change", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { id, now, service } = team
      const { id: one } = yield* givenConversation(team)
      const refused = (action: typeof BulkAction.Type) =>
        Effect.map(announcedBy(id, Effect.flip(changeConversations(service, [one], action))), ({ events, result }) => [
          result._tag,
          events
        ])
      const stranger = UserId.make(yield* uuid)
      assert.deepStrictEqual(yield* refused(cases.Assign.make({ userId: stranger })), ["NotAMember", []])
      assert.deepStrictEqual(yield* refused(cases.Snooze.make({ until: now })), ["SnoozeRefused", []])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("bulk: a closed conversation is not reopened while the same contact has an open one", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const closed = yield* givenConversation(team)
      yield* changeConversations(team.service, [closed.id], cases.Close.make({ resolution: null }))
      yield* givenConversation(team)
      const failures = yield* changeConversations(team.service, [closed.id], cases.Reopen.make({}))
      assert.deepStrictEqual(
        [...failures.values()].map((failure) => failure?._tag),
        ["AnotherConversationOpen"]
      )
    }).pipe(Effect.provide(teamWorld))
  )
})
