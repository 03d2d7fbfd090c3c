import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Result, Schema } from "effect"
import {
  type AutoClose,
  checkAutoClose,
  closingStep,
  maxClosingHours,
  warningGrace
} from "../../../src/domain/conversations/automaticClosing.ts"
import { newConversation } from "../../../src/domain/conversations/Conversation.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId } from "../../../src/domain/Ids.ts"

const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const uuid = "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e01"

const quiet = newConversation(
  {
    id: ConversationId.make(uuid),
    organizationId: OrganizationId.make(uuid),
    contactId: ContactId.make(uuid),
    channel: "whatsapp",
    channelAccountId: ChannelAccountId.make(uuid),
    source: "api"
  },
  start
)

const hours = (count: number, millis = 0) => DateTime.add(start, { hours: count, milliseconds: millis })
const warning = (hoursBefore: number) => ({ text: "Can we close this?", hoursBefore })

const Hours = Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 500 }))

describe("automatic closing", () => {
  it.prop(
    "automatic closing: a conversation closes at its time, not before",
    { afterHours: Hours },
    ({ afterHours }) => {
      const policy = { afterHours, warning: null }
      assert.isNull(closingStep(quiet, policy, hours(afterHours, -1)))
      assert.strictEqual(closingStep(quiet, policy, hours(afterHours)), "close")
    }
  )

  it.prop(
    "automatic closing: a warning comes first, and the close follows after its hours",
    { afterHours: Hours, lateBy: Hours },
    ({ afterHours, lateBy }) => {
      const hoursBefore = Math.ceil(afterHours / 2) - 1 || 1
      const policy = { afterHours, warning: warning(hoursBefore) }
      const dueAt = hours(afterHours - hoursBefore)
      assert.isNull(closingStep(quiet, policy, DateTime.subtract(dueAt, { milliseconds: 1 })))
      assert.strictEqual(closingStep(quiet, policy, dueAt), "warn")
      const warnedAt = DateTime.add(dueAt, { hours: lateBy })
      const warned = { ...quiet, warnedAt, updatedAt: DateTime.addDuration(warnedAt, warningGrace) }
      const closesAt = DateTime.add(warnedAt, { hours: hoursBefore })
      assert.isNull(closingStep(warned, policy, DateTime.subtract(closesAt, { milliseconds: 1 })))
      assert.strictEqual(closingStep(warned, policy, closesAt), "close")
    }
  )

  it.prop(
    "automatic closing: a change after the warning starts the period again",
    { afterHours: Hours },
    ({ afterHours }) => {
      const policy = { afterHours, warning: warning(1) }
      const later = DateTime.add(DateTime.addDuration(start, warningGrace), { milliseconds: 1 })
      const answered = { ...quiet, warnedAt: start, updatedAt: later }
      const dueAt = DateTime.add(later, { hours: afterHours - 1 })
      assert.isNull(closingStep(answered, policy, DateTime.subtract(dueAt, { milliseconds: 1 })))
      assert.strictEqual(closingStep(answered, policy, dueAt), "warn")
    }
  )

  it("automatic closing: closed, snoozed and unread conversations never close", () => {
    const policy: AutoClose = { afterHours: 1, warning: null }
    const never = [
      { ...quiet, status: "closed" },
      { ...quiet, snoozedAt: start },
      { ...quiet, unreadCount: 1 }
    ] as const
    for (const conversation of never) assert.isNull(closingStep(conversation, policy, hours(9_000)))
  })

  it("automatic closing: a policy out of range is refused with its field", () => {
    const field = (policy: AutoClose) =>
      Result.match(checkAutoClose(policy), { onSuccess: () => null, onFailure: (refused) => refused.field })
    assert.isNull(field({ afterHours: 1, warning: null }))
    assert.isNull(field({ afterHours: maxClosingHours, warning: warning(maxClosingHours - 1) }))
    for (const afterHours of [0, -1, 1.5, maxClosingHours + 1, Number.NaN])
      assert.strictEqual(field({ afterHours, warning: null }), "afterHours")
    for (const hoursBefore of [0, 20, 21, 1.5])
      assert.strictEqual(field({ afterHours: 20, warning: warning(hoursBefore) }), "warning.hoursBefore")
    for (const text of ["", " \n", "é".repeat(501)])
      assert.strictEqual(field({ afterHours: 20, warning: { text, hoursBefore: 2 } }), "warning.text")
    assert.isNull(field({ afterHours: 20, warning: { text: "é".repeat(500), hoursBefore: 2 } }))
  })

  it("automatic closing: the grace of a warning is shorter than any period", () => {
    assert.isTrue(Duration.isLessThan(warningGrace, Duration.hours(1)))
  })
})
