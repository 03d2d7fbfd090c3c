import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { World } from "../../../src/adapters/memory/World.ts"
import { assignConversation } from "../../../src/app/conversations/conversations.ts"
import { ConversationId, UserId } from "../../../src/domain/Ids.ts"
import { phoneOf, uuid } from "../../../testing/given/given.ts"
import { teamWorld, givenConversation, givenTeam } from "./supportTeam.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const state = Effect.flatMap(World, (world) => world.state)

/** The refusal, which leaves everything as it was. */
const refusal = Effect.fnUntraced(function* (...request: Parameters<typeof assignConversation>) {
  const before = yield* state
  const error = yield* Effect.flip(assignConversation(...request))
  assert.strictEqual(yield* state, before)
  return error._tag
})

describe("assignConversation", () => {
  it.effect("does not find an unknown conversation or one of another organization, for any assignee", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const globex = yield* givenTeam
      const open = yield* givenConversation(globex, { assigneeId: globex.bob.user.id })
      const unknown = ConversationId.make(yield* uuid)
      for (const id of [open.id, unknown]) {
        for (const { user } of [team.bob, globex.bob]) {
          assert.strictEqual(yield* refusal(team.ada.access, id, user.id), "ConversationNotFound")
        }
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("refuses another member's conversation to an agent of narrow scope, for any assignee", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team, { assigneeId: team.bob.user.id })
      for (const userId of [team.ada.user.id, team.bob.user.id, UserId.make(yield* uuid)]) {
        assert.strictEqual(yield* refusal(team.ada.access, open.id, userId), "Forbidden")
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("rejects users who are not members of the organization", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const globex = yield* givenTeam
      const open = yield* givenConversation(team)
      for (const userId of [globex.ada.user.id, UserId.make(yield* uuid)]) {
        for (const access of [team.ada.access, team.service]) {
          assert.strictEqual(yield* refusal(access, open.id, userId), "NotAMember")
        }
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("does not reopen a closed conversation while the same contact has an open one", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, at, id, intent } = team
      const closed = { status: "closed", closedAt: at, closedBy: ada.user.id } as const
      const first = yield* givenConversation(team, closed)
      const other = yield* givenConversation(team, closed, 1)
      const second = yield* intent({ phone: phoneOf(0) }, 2)
      yield* sendOff(id, second)
      assert.strictEqual(yield* refusal(ada.access, first.id, ada.user.id), "AnotherConversationOpen")
      const { conversation } = yield* assignConversation(ada.access, other.id, ada.user.id)
      assert.strictEqual(conversation.status, "open")
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("stores the change, its event and the notification, or nothing", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, at } = team
      const open = yield* givenConversation(team, { status: "closed", closedAt: at, closedBy: ada.user.id })
      const before = yield* state
      for (const call of ["ConversationStore.save", "EventLog.append", "Notifier.notify"] as const) {
        yield* (yield* World).failNext(call)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(assignConversation(ada.access, open.id, ada.user.id))))
        assert.strictEqual(yield* state, before)
      }
    }).pipe(Effect.provide(teamWorld))
  )
})
