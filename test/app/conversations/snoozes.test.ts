import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { snoozeWorker } from "../../../src/adapters/worker/workers.ts"
import { closeConversation } from "../../../src/app/conversations/conversations.ts"
import {
  prioritizeConversation,
  snoozeConversation,
  unsnoozeConversation,
  wakeConversation
} from "../../../src/app/conversations/snoozes.ts"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import { conversationOf, eventsOf } from "../../../testing/given/seen.ts"
import { announcedBy, givenConversation, givenTeam, teamWorld } from "./supportTeam.ts"

const updated = (
  { channel, contactId, id, status, updatedAt }: Conversation,
  by: string,
  reason: string,
  details: Record<string, string | null>
) => ({
  type: "conversation.updated",
  conversationId: id,
  occurredAt: updatedAt,
  data: {
    conversation: { id, contact_id: contactId, channel, status },
    previous_status: status,
    changed_by: by,
    reason,
    details,
    timestamp: DateTime.formatIso(updatedAt)
  }
})

describe("snoozed conversations", () => {
  it.effect("snooze: a member snoozes until a time and announces it; a repetition changes nothing", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id, now } = team
      const open = yield* givenConversation(team, { assigneeId: ada.user.id })
      const until = DateTime.add(now, { hours: 2 })
      const { events, result } = yield* announcedBy(id, snoozeConversation(ada.access, open.id, until))
      assert.deepStrictEqual(result, { ...open, snoozedAt: now, snoozedUntil: until, updatedAt: now })
      assert.deepStrictEqual(yield* conversationOf(id, open.id), result)
      assert.deepStrictEqual(events, [
        updated(result, ada.user.id, "snoozed", { snoozed_until: DateTime.formatIso(until) })
      ])
      yield* TestClock.adjust("1 minute")
      const again = yield* announcedBy(id, snoozeConversation(ada.access, open.id, until))
      assert.deepStrictEqual([again.result, again.events], [result, []])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("snooze: the worker ends a snooze at its time, once, and announces it", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { id, now, service } = team
      const open = yield* givenConversation(team)
      const other = yield* givenConversation(team, {}, 1)
      yield* snoozeConversation(service, open.id, DateTime.add(now, { minutes: 90 }))
      yield* snoozeConversation(service, other.id, null)
      yield* Layer.build(Layer.mergeAll(snoozeWorker, snoozeWorker))
      const before = (yield* eventsOf(id)).length
      yield* TestClock.adjust("5399 seconds")
      assert.strictEqual((yield* eventsOf(id)).length, before)
      yield* TestClock.adjust("1 second")
      const woken = yield* conversationOf(id, open.id)
      assert.deepStrictEqual([woken?.snoozedAt, woken?.snoozedUntil], [null, null])
      yield* TestClock.adjust("1 day")
      const events = (yield* eventsOf(id)).slice(before)
      assert.deepStrictEqual(
        events.map(({ conversationId, data, type }) => [conversationId, type, data]),
        [[open.id, "conversation.updated", updated(woken ?? open, "automatic", "unsnoozed", { cause: "time" }).data]]
      )
      assert.isNotNull((yield* conversationOf(id, other.id))?.snoozedAt)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("snooze: a failed end is tried again, and does not delay other snoozes", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { id, now, service } = team
      const [one, two] = [yield* givenConversation(team), yield* givenConversation(team, {}, 1)]
      yield* snoozeConversation(service, one.id, DateTime.add(now, { seconds: 10 }))
      yield* snoozeConversation(service, two.id, DateTime.add(now, { seconds: 11 }))
      yield* Layer.build(snoozeWorker)
      yield* (yield* World).failNext("ConversationStore.save")
      yield* TestClock.adjust("1 minute")
      for (const { id: conversationId } of [one, two])
        assert.isNull((yield* conversationOf(id, conversationId))?.snoozedAt)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("snooze: a member ends a snooze, and a conversation that is not snoozed stays unchanged", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id } = team
      const open = yield* givenConversation(team)
      const untouched = yield* announcedBy(id, unsnoozeConversation(ada.access, open.id))
      assert.deepStrictEqual([untouched.result, untouched.events], [open, []])
      yield* snoozeConversation(ada.access, open.id, null)
      const { events, result } = yield* announcedBy(id, unsnoozeConversation(ada.access, open.id))
      assert.deepStrictEqual(events, [updated(result, ada.user.id, "unsnoozed", { cause: "member" })])
      assert.isNull(result.snoozedAt)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("snooze: closed conversations and those of other members are refused, and closing ends a snooze", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, bob, id, now } = team
      const open = yield* givenConversation(team, { assigneeId: ada.user.id })
      assert.strictEqual((yield* Effect.flip(snoozeConversation(bob.access, open.id, null)))._tag, "Forbidden")
      const until = DateTime.add(now, { hours: 1 })
      yield* snoozeConversation(ada.access, open.id, until)
      const closed = yield* closeConversation(ada.access, open.id, null)
      assert.deepStrictEqual([closed.snoozedAt, closed.snoozedUntil], [null, null])
      assert.strictEqual((yield* Effect.flip(snoozeConversation(ada.access, open.id, null)))._tag, "SnoozeRefused")
      yield* TestClock.adjust("2 hours")
      const late = yield* announcedBy(id, wakeConversation({ id: open.id, organizationId: id }))
      assert.deepStrictEqual(late.events, [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("priority: a member sets the priority and announces it; the same priority changes nothing", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, id } = team
      const open = yield* givenConversation(team)
      const { events, result } = yield* announcedBy(id, prioritizeConversation(ada.access, open.id, "urgent"))
      assert.strictEqual(result.priority, "urgent")
      assert.deepStrictEqual(events, [
        updated(result, ada.user.id, "priority_changed", { priority: "urgent", previous_priority: "none" })
      ])
      assert.deepStrictEqual((yield* announcedBy(id, prioritizeConversation(ada.access, open.id, "urgent"))).events, [])
    }).pipe(Effect.provide(teamWorld))
  )
})
