import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { closeConversation } from "../../../src/app/conversations/conversations.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import { ConversationId } from "../../../src/domain/Ids.ts"
import { uuid } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { conversationOf, eventTypesOf } from "../../../testing/given/seen.ts"
import { announcedBy, teamWorld, givenConversation, givenTeam } from "./supportTeam.ts"

const closedEvent = ({ channel, closedBy, contactId, id, resolution, updatedAt }: Conversation) => ({
  type: "conversation.closed",
  conversationId: id,
  occurredAt: updatedAt,
  data: {
    conversation: { id, contact_id: contactId, channel, status: "closed" },
    closed_by: closedBy,
    resolution
  }
})

describe("closeConversation", () => {
  it.effect("closes the conversation, stores the member who closed it, and announces it", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id, now } = team
      const open = yield* givenConversation(team, { assigneeId: ada.user.id, status: "ai_handling" })
      const { events, result } = yield* announcedBy(id, closeConversation(ada.access, open.id, "Refunded"))
      assert.deepStrictEqual(result, {
        ...open,
        status: "closed",
        closedAt: now,
        closedBy: ada.user.id,
        resolution: "Refunded",
        updatedAt: now
      })
      assert.deepStrictEqual(yield* conversationOf(id, open.id), result)
      assert.deepStrictEqual(events, [closedEvent(result)])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("is available to the service role, without a resolution", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team, { assigneeId: team.bob.user.id })
      const { events, result } = yield* announcedBy(team.id, closeConversation(team.service, open.id, null))
      assert.deepStrictEqual([result.closedBy, result.resolution], ["service_role", null])
      assert.deepStrictEqual(events, [closedEvent(result)])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("changes nothing the second time, for any caller", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team)
      const first = yield* closeConversation(team.ada.access, open.id, "Refunded")
      yield* TestClock.adjust("1 hour")
      const { events, result } = yield* announcedBy(team.id, closeConversation(team.owner.access, open.id, "Twice"))
      assert.deepStrictEqual(result, first)
      assert.deepStrictEqual(yield* conversationOf(team.id, open.id), first)
      assert.deepStrictEqual(events, [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("announces the close once if several callers close the conversation at the same time", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team)
      const callers = [team.service, team.ada.access, team.bob.access, team.grace.access, team.owner.access]
      const closings = callers.map((access, place) => closeConversation(access, open.id, `${place}`))
      const { events, result } = yield* announcedBy(team.id, Effect.all(closings, { concurrency: "unbounded" }))
      const kept = yield* conversationOf(team.id, open.id)
      assert.deepStrictEqual(
        result,
        result.map(() => kept)
      )
      assert.deepStrictEqual(
        events.map(({ data }) => data),
        result.slice(0, 1).map((conversation) => closedEvent(conversation).data)
      )
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("does not find an unknown conversation or one of another organization", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const globex = yield* givenTeam
      const open = yield* givenConversation(globex, { assigneeId: globex.bob.user.id })
      const unknown = ConversationId.make(yield* uuid)
      for (const conversationId of [open.id, unknown]) {
        for (const access of [team.ada.access, team.service]) {
          const error = yield* Effect.flip(closeConversation(access, conversationId, null))
          assert.strictEqual(error._tag, "ConversationNotFound")
        }
      }
      assert.deepStrictEqual(yield* conversationOf(globex.id, open.id), open)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("refuses another member's conversation to an agent of narrow scope", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team, { assigneeId: team.bob.user.id })
      const refusal = Effect.flip(closeConversation(team.ada.access, open.id, null))
      const { events, result } = yield* announcedBy(team.id, refusal)
      assert.strictEqual(result._tag, "Forbidden")
      assert.deepStrictEqual(events, [])
      assert.deepStrictEqual(yield* conversationOf(team.id, open.id), open)

      const admin = yield* givenMember(team.id, { role: "admin", conversationScope: "assigned" })
      assert.strictEqual((yield* closeConversation(admin.access, open.id, null)).status, "closed")
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("stores the change and its event, or neither", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const open = yield* givenConversation(team)
      const types = yield* eventTypesOf(team.id)
      for (const call of ["ConversationStore.save", "EventLog.append"] as const) {
        yield* (yield* World).failNext(call)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(closeConversation(team.service, open.id, null))))
        assert.deepStrictEqual(yield* conversationOf(team.id, open.id), open)
        assert.deepStrictEqual(yield* eventTypesOf(team.id), types)
      }
    }).pipe(Effect.provide(teamWorld))
  )
})
