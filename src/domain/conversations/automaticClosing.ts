import { DateTime, Duration, Result, Schema } from "effect"
import { isWithin, type TextLimit } from "../text/textLimits.ts"
import type { Conversation } from "./Conversation.ts"

/** Hours in the longest period of a policy: a year. */
export const maxClosingHours = 8_760

/** Days after closing within which a message may reopen a conversation. */
export const maxReopenDays = 365

/** Days within which the next message of the contact reopens a closed conversation. */
export const ReopenDays = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxReopenDays }))

/** The text of a warning. It fits a message on every channel. */
export const warningTextLimit: TextLimit = { limit: 1_000, unit: "bytes" }

const Hours = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxClosingHours }))

/** When conversations close automatically (contract: Automatic closing). */
export class AutoClose extends Schema.Opaque<AutoClose>()(
  Schema.Struct({
    /** Hours without a message or a change. */
    afterHours: Hours,
    /** The message to the contact before the close; null for none. */
    warning: Schema.NullOr(
      Schema.Struct({
        text: Schema.NonEmptyString,
        /** Hours from the warning to the close, fewer than `afterHours`. */
        hoursBefore: Hours
      })
    )
  })
) {}

/** The reason why a policy is refused, by its field. */
export const autoCloseRefusals = {
  afterHours: `Expected 1 to ${maxClosingHours} hours`,
  "warning.text": `Expected a text of at most ${warningTextLimit.limit} bytes, not only spaces`,
  "warning.hoursBefore": "Expected at least 1 hour, and fewer hours than afterHours"
} as const

/** The policy cannot be set. */
export class AutoCloseRefused extends Schema.TaggedError<AutoCloseRefused>()("AutoCloseRefused", {
  field: Schema.Literals(["afterHours", "warning.text", "warning.hoursBefore"])
}) {}

const isHours = Schema.is(Hours)

/** The policy, if it can be set. */
export const checkAutoClose = (policy: AutoClose): Result.Result<AutoClose, AutoCloseRefused> => {
  const { afterHours, warning } = policy
  const refused = (field: AutoCloseRefused["field"]) => Result.fail(new AutoCloseRefused({ field }))
  if (!isHours(afterHours)) return refused("afterHours")
  if (warning === null) return Result.succeed(policy)
  if (warning.text.trim() === "" || !isWithin(warning.text, warningTextLimit)) return refused("warning.text")
  if (!isHours(warning.hoursBefore) || warning.hoursBefore >= afterHours) return refused("warning.hoursBefore")
  return Result.succeed(policy)
}

/** Time in which the warning itself may change the conversation. A later change starts the period again. */
export const warningGrace = Duration.minutes(10)

/** The warning is due, or the close. */
export type ClosingStep = "warn" | "close"

/** The time of the warning, if nothing but the warning changed the conversation since; otherwise null. */
const warningOf = ({ updatedAt, warnedAt }: Conversation): DateTime.Utc | null =>
  warnedAt !== null && DateTime.isLessThanOrEqualTo(updatedAt, DateTime.addDuration(warnedAt, warningGrace))
    ? warnedAt
    : null

/**
 * The step of automatic closing that is due at the time; null for none. A conversation that is snoozed or has unread
 * messages never closes automatically.
 */
export const closingStep = (
  conversation: Conversation,
  { afterHours, warning }: AutoClose,
  at: DateTime.Utc
): ClosingStep | null => {
  const { snoozedAt, status, unreadCount, updatedAt } = conversation
  if (status === "closed" || snoozedAt !== null || unreadCount > 0) return null
  const hoursBefore = warning?.hoursBefore ?? 0
  const warned = warningOf(conversation)
  const dueAt =
    warned === null
      ? DateTime.add(updatedAt, { hours: afterHours - hoursBefore })
      : DateTime.add(warned, { hours: warning === null ? afterHours : hoursBefore })
  if (DateTime.isLessThan(at, dueAt)) return null
  return warning === null || warned !== null ? "close" : "warn"
}

/** The earliest close of a conversation that the next message reopens; null if a message never reopens one. */
export const reopensSince = (days: number | null, at: DateTime.Utc): DateTime.Utc | null =>
  days === null ? null : DateTime.subtract(at, { days })
