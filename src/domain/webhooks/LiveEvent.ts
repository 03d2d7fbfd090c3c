import { DateTime, type Duration, Option, Schema } from "effect"
import { type SessionAccess, mayManage, maySee } from "../access/SessionAccess.ts"
import { type ConversationId, EventId, generated, UserId } from "../Ids.ts"

/** An event of the feed, with what decides who sees it. */
export interface LiveEvent {
  readonly id: EventId
  readonly type: string
  readonly conversationId: ConversationId | null
  readonly occurredAt: DateTime.Utc
  /** The recorded text: parsing would change its numbers. */
  readonly dataJson: string
  /** The conversation as it was when the event was read; null without one, and when it is gone. */
  readonly conversation: { readonly assigneeId: UserId | null } | null
}

/** Events about accounts, campaigns and subscriptions, which agents do not manage. */
const managed: ReadonlySet<string> = new Set(["account.updated", "campaign.updated", "webhook.failing", "webhook.test"])

/**
 * Whether the caller receives the event (contract: The stream of events). An event of a conversation is for members who
 * may read the conversation. After the conversation is gone, members with the scope `assigned` do not receive the
 * event.
 */
export const mayReceive = (access: SessionAccess, { conversation, conversationId, type }: LiveEvent): boolean => {
  if (managed.has(type)) return mayManage(access)
  if (conversationId === null) return true
  return conversation === null
    ? mayManage(access) || access.membership?.conversationScope === "all"
    : maySee(access, conversation)
}

/** The previous assignee in the data of an assignment. */
const Handover = Schema.Struct({ previous_assignee_id: Schema.NullOr(UserId) })
const decodeHandover = Schema.decodeUnknownOption(Schema.fromJsonString(Handover))

/**
 * Whether the event took its conversation away from the caller, who could see it until then and does not receive the
 * event (contract: A conversation that another member gets).
 */
export const isTakenFrom = (access: SessionAccess, event: LiveEvent): boolean => {
  if (event.type !== "conversation.assigned" || event.conversation === null || mayReceive(access, event)) return false
  return Option.exists(decodeHandover(event.dataJson), ({ previous_assignee_id: assigneeId }) =>
    maySee(access, { assigneeId })
  )
}

/** The part after the time in the id for the end of an empty feed: ids of events are random there. */
const emptyTail = "-7000-8000-000000000000"

/** The id that a stream of an organization without events begins with. */
export const emptyFeedId = (at: DateTime.Utc): EventId => {
  const digits = DateTime.toEpochMillis(at).toString(16).padStart(12, "0")
  return EventId.make(`${digits.slice(0, 8)}-${digits.slice(8)}${emptyTail}`, generated)
}

/** Whether the id marks an empty feed that cannot have lost events since. */
export const isRecentEmptyFeed = (id: EventId, now: DateTime.Utc, retention: Duration.Input): boolean => {
  if (!id.endsWith(emptyTail)) return false
  const millis = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const oldest = DateTime.toEpochMillis(DateTime.subtractDuration(now, retention))
  return millis >= oldest && millis <= DateTime.toEpochMillis(now)
}
