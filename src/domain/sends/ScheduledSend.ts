import { DateTime, Schema } from "effect"
import { type SessionAccess, visibleTo } from "../access/SessionAccess.ts"
import type { Channel } from "../conversations/Channel.ts"
import type { Conversation } from "../conversations/Conversation.ts"
import type { ContactId, ConversationId, UserId } from "../Ids.ts"
import type { PendingSend } from "./PendingSend.ts"

/** Longest time from a request to its scheduled send. */
export const longestSchedule = "90 days"

/** Maximum scheduled sends of an organization that have not ended. Calls at the same time may exceed it. */
export const maxScheduledSends = 10_000

/** Status of a scheduled send. `sending`: the platform is called, so it cannot be changed any more. */
export const ScheduledStatus = Schema.Literals(["scheduled", "sending", "sent", "failed", "cancelled"])
export type ScheduledStatus = typeof ScheduledStatus.Type

/** The status that follows from what is recorded. */
export const scheduledStatus = ({ begunAt, outcome }: Pick<PendingSend, "begunAt" | "outcome">): ScheduledStatus => {
  switch (outcome?._tag) {
    case undefined:
      return begunAt === null ? "scheduled" : "sending"
    case "Sent":
      return "sent"
    case "NotSent":
      return "failed"
    case "Cancelled":
      return "cancelled"
  }
}

/** The requested time of a send is not in the future, or too far ahead. */
export class SendAtRefused extends Schema.TaggedError<SendAtRefused>()("SendAtRefused", {
  reason: Schema.Literals(["not in the future", "too far ahead"])
}) {}

/** Why nothing can be scheduled for the time; null if it can. */
export const sendAtRefusal = (sendAt: DateTime.Utc, now: DateTime.Utc): SendAtRefused | null => {
  if (!DateTime.isGreaterThan(sendAt, now)) return new SendAtRefused({ reason: "not in the future" })
  return DateTime.isGreaterThan(sendAt, DateTime.addDuration(now, longestSchedule))
    ? new SendAtRefused({ reason: "too far ahead" })
    : null
}

/** The organization has as many scheduled sends as it may have. */
export class TooManyScheduled extends Schema.TaggedError<TooManyScheduled>()("TooManyScheduled", {
  limit: Schema.Int
}) {}

/** No scheduled send has the id, or the caller may not see it. */
export class ScheduledSendNotFound extends Schema.TaggedError<ScheduledSendNotFound>()("ScheduledSendNotFound", {}) {}

/** The send is under way or has ended, so it can be neither changed nor cancelled. */
export class ScheduledSendBegun extends Schema.TaggedError<ScheduledSendBegun>()("ScheduledSendBegun", {
  status: ScheduledStatus
}) {}

/** Which scheduled sends are listed. A field that is null restricts nothing. */
export interface ScheduledFilter {
  readonly status: ScheduledStatus | null
  readonly channel: Channel | null
  readonly contactId: ContactId | null
  readonly conversationId: ConversationId | null
  /** Only those that this user may see, by `maySeeScheduled`. */
  readonly visibleTo: UserId | null
}

/**
 * Whether the caller reads and changes the scheduled send. In a conversation, the rules of the conversation apply; a send
 * that names none is visible to the member who scheduled it, and to members who see all conversations.
 */
export const maySeeScheduled = (
  access: SessionAccess,
  { conversationId, scheduledBy }: Pick<PendingSend, "conversationId" | "scheduledBy">,
  conversation: Pick<Conversation, "assigneeId"> | null
): boolean => {
  const only = visibleTo(access)
  if (only === null) return true
  if (conversationId === null) return scheduledBy === only
  return conversation !== null && (conversation.assigneeId === null || conversation.assigneeId === only)
}
