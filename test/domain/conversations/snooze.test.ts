import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Result } from "effect"
import { assign, close, reopen } from "../../../src/domain/conversations/conversationActions.ts"
import { longestSnooze, prioritize, snooze, unsnooze, wake } from "../../../src/domain/conversations/snooze.ts"
import { Arbitraries } from "../../../testing/arbitraries/Arbitraries.ts"

const { conversation, conversationPriority, instant, userId } = Arbitraries

const later = (at: DateTime.Utc, millis: number) => DateTime.add(at, { milliseconds: millis })

const failed = <A, E>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => null, onFailure: (e) => e })

describe("snoozes of conversations", () => {
  it.prop(
    "snooze: a closed conversation, a time in the past and a time too far ahead are refused",
    { one: conversation, at: instant },
    ({ at, one }) => {
      const reasons = [null, at, later(at, -1), later(at, Duration.toMillis(longestSnooze) + 1)].map(
        (until) =>
          failed(snooze({ ...one, snoozedAt: null, snoozedUntil: null, status: "open" }, until, at))?.reason ?? null
      )
      assert.deepStrictEqual(reasons, [null, "past", "past", "too far"])
      assert.strictEqual(failed(snooze({ ...one, status: "closed" }, null, at))?.reason, "closed")
    }
  )

  it.prop(
    "snooze: the status, the assignee and the unread messages do not change, and a repetition changes nothing",
    { one: conversation, at: instant },
    ({ at, one }) => {
      const open = { ...one, status: "escalated", snoozedAt: null, snoozedUntil: null, warnedAt: null } as const
      const until = later(at, 5_000)
      const once = Result.getOrThrow(snooze(open, until, at))
      assert.deepStrictEqual(once, {
        conversation: { ...open, snoozedAt: at, snoozedUntil: until, updatedAt: DateTime.max(open.updatedAt, at) },
        isChanged: true
      })
      assert.deepStrictEqual(Result.getOrThrow(snooze(once.conversation, until, later(at, 9_000))), {
        conversation: once.conversation,
        isChanged: false
      })
    }
  )

  it.prop(
    "snooze: a snooze ends at its time, not before, and only once",
    { one: conversation, at: instant },
    ({ at, one }) => {
      const until = later(at, 1_000)
      const snoozed = Result.getOrThrow(snooze({ ...one, status: "open", snoozedAt: null }, until, at)).conversation
      assert.isFalse(wake(snoozed, later(until, -1)).isChanged)
      const woken = wake(snoozed, until)
      assert.deepStrictEqual(
        [woken.isChanged, woken.conversation.snoozedAt, woken.conversation.snoozedUntil],
        [true, null, null]
      )
      assert.isFalse(wake(woken.conversation, until).isChanged)
      assert.isFalse(unsnooze(woken.conversation, until).isChanged)
    }
  )

  it.prop("snooze: a snooze without an end is not ended by time", { one: conversation, at: instant }, ({ at, one }) => {
    const snoozed = Result.getOrThrow(snooze({ ...one, status: "open", snoozedAt: null }, null, at)).conversation
    assert.isFalse(wake(snoozed, DateTime.add(at, { days: 9_000 })).isChanged)
    assert.isTrue(unsnooze(snoozed, at).isChanged)
  })

  it.prop(
    "snooze: closing ends a snooze, so that a reopened conversation is not snoozed",
    { one: conversation, at: instant, who: userId },
    ({ at, one, who }) => {
      const snoozed = Result.getOrThrow(snooze({ ...one, status: "open", snoozedAt: null }, null, at)).conversation
      const reopened = reopen(close(snoozed, who, null, at).conversation, at).conversation
      assert.deepStrictEqual([reopened.snoozedAt, reopened.snoozedUntil, reopened.warnedAt], [null, null, null])
      assert.deepStrictEqual(assign(snoozed, who, at).conversation.snoozedAt, snoozed.snoozedAt)
    }
  )

  it.prop(
    "priority: a change sets nothing else, and a repetition changes nothing",
    { one: conversation, at: instant, priority: conversationPriority },
    ({ at, one, priority }) => {
      const { conversation: changed, isChanged } = prioritize(one, priority, at)
      assert.strictEqual(isChanged, one.priority !== priority)
      assert.deepStrictEqual(changed, { ...one, priority, updatedAt: changed.updatedAt })
      assert.isFalse(prioritize(changed, priority, later(at, 1)).isChanged)
    }
  )
})
