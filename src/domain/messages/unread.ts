import { DateTime } from "effect"
import type { Conversation } from "../conversations/Conversation.ts"
import type { Message } from "./Message.ts"

/** The time of a message by its sender's clock, and the time at which this service learned of it. */
export interface Timed extends Pick<Message, "createdAt"> {
  readonly learnedAt: DateTime.Utc
}

/** The instants of a conversation that decide which messages are unread, and their order of arrival. */
export interface ConversationClock {
  /** When the last message was learned of. */
  readonly lastLearnedAt: DateTime.Utc | null
  /**
   * When the business last sent a message with this service, or a member last marked the conversation as read, as an
   * instant of `lastLearnedAt`.
   */
  readonly lastSentAt: DateTime.Utc | null
  /** When the business last sent a message with this service, as an instant of `lastLearnedAt`. */
  readonly lastWrittenAt: DateTime.Utc | null
  /** When the business last wrote elsewhere, by the platform's clock. */
  readonly lastEchoAt: DateTime.Utc | null
}

/** The clock of a conversation without messages. */
export const unstarted: ConversationClock = {
  lastLearnedAt: null,
  lastSentAt: null,
  lastWrittenAt: null,
  lastEchoAt: null
}

/**
 * Whether a message of the person is unread (contract: Unread messages; Reading a conversation): the service learned of
 * it after the business last sent something with it or marked the conversation as read, and it was not sent before the
 * business last wrote elsewhere. The latter compares two times of the platform, which may be in one second.
 */
export const isUnread = (
  { createdAt, learnedAt }: Timed,
  { lastEchoAt, lastSentAt }: Pick<ConversationClock, "lastEchoAt" | "lastSentAt">
): boolean =>
  (lastSentAt === null || DateTime.isGreaterThan(learnedAt, lastSentAt)) &&
  (lastEchoAt === null || DateTime.isGreaterThanOrEqualTo(createdAt, lastEchoAt))

/**
 * At least one message counts as unread (contract: Marking a conversation as unread). The time of the last change
 * stays, so lists keep their order.
 */
export const markedUnread = (conversation: Conversation): Conversation =>
  conversation.unreadCount > 0 ? conversation : { ...conversation, unreadCount: 1 }
