import { DateTime, Duration, Equal, Result, Schema } from "effect"
import { queued } from "./assignment.ts"
import type { Conversation, ConversationPriority } from "./Conversation.ts"
import { awake } from "./conversationActions.ts"

/** The longest snooze with an end. */
export const longestSnooze = Duration.days(366)

/** The conversation cannot be snoozed: it is closed, or the end is in the past or too far ahead. */
export class SnoozeRefused extends Schema.TaggedError<SnoozeRefused>()("SnoozeRefused", {
  reason: Schema.Literals(["closed", "past", "too far"])
}) {}

/** A conversation after a change that keeps its status and its assignee. */
export interface AdjustedConversation {
  readonly conversation: Conversation
  readonly isChanged: boolean
}

/** The fields that these changes replace. */
type Adjustment = Partial<Pick<Conversation, "priority" | "snoozedAt" | "snoozedUntil" | "warnedAt">>

const unchanged = (conversation: Conversation): AdjustedConversation => ({ conversation, isChanged: false })

/** A clock that went back does not move the time of the last change. */
const adjusted = (before: Conversation, change: Adjustment, at: DateTime.Utc): AdjustedConversation => ({
  conversation: { ...before, ...change, updatedAt: DateTime.max(before.updatedAt, at) },
  isChanged: true
})

const refused = (reason: SnoozeRefused["reason"]) => Result.fail(new SnoozeRefused({ reason }))

/** The end of a snooze that begins at the time, if it is neither in the past nor too far ahead; null: the next message. */
export const checkSnoozeEnd = (
  until: DateTime.Utc | null,
  at: DateTime.Utc
): Result.Result<DateTime.Utc | null, SnoozeRefused> => {
  if (until === null) return Result.succeed(until)
  if (DateTime.isLessThanOrEqualTo(until, at)) return refused("past")
  return DateTime.isGreaterThan(until, DateTime.addDuration(at, longestSnooze))
    ? refused("too far")
    : Result.succeed(until)
}

/**
 * Snoozes the conversation until the time, or until the next message of the contact (null). That message ends every snooze.
 * A snooze with the same end changes nothing.
 */
export const snooze = (
  conversation: Conversation,
  until: DateTime.Utc | null,
  at: DateTime.Utc
): Result.Result<AdjustedConversation, SnoozeRefused> => {
  if (conversation.status === "closed") return refused("closed")
  const isSame = conversation.snoozedAt !== null && Equal.equals(conversation.snoozedUntil, until)
  if (isSame) return Result.succeed(unchanged(conversation))
  return Result.map(checkSnoozeEnd(until, at), (snoozedUntil) =>
    adjusted(conversation, { ...awake, snoozedAt: at, snoozedUntil }, at)
  )
}

/** Ends the snooze. A conversation that is not snoozed stays as it is. */
export const unsnooze = (conversation: Conversation, at: DateTime.Utc): AdjustedConversation =>
  conversation.snoozedAt === null ? unchanged(conversation) : adjusted(conversation, awake, at)

/** Ends the snooze if its time is over. Without an assignee, the conversation waits for one. */
export const wake = (conversation: Conversation, at: DateTime.Utc): AdjustedConversation =>
  conversation.snoozedUntil !== null && DateTime.isLessThanOrEqualTo(conversation.snoozedUntil, at)
    ? unsnooze(queued(conversation, at), at)
    : unchanged(conversation)

/** Sets the priority. */
export const prioritize = (
  conversation: Conversation,
  priority: ConversationPriority,
  at: DateTime.Utc
): AdjustedConversation =>
  conversation.priority === priority ? unchanged(conversation) : adjusted(conversation, { priority }, at)
