import type { DateTime } from "effect"
import type { Message } from "./Message.ts"

/** Messages that one page of a history examines at most, so that its cost has a bound. */
export const maxExaminedHistory = 1_000

/** When a message reached each step; null for a step that it has not reached, or that is not known. */
export interface MessageTimes {
  /** When it was sent, by either side. Null for a message that the platform never accepted. */
  readonly sentAt: DateTime.Utc | null
  readonly deliveredAt: DateTime.Utc | null
  readonly readAt: DateTime.Utc | null
  /** When the platform says that it failed; when it was sent, if that is how it failed. */
  readonly failedAt: DateTime.Utc | null
}

/** The times of the steps of a message. Only the times of messages of the business are reported after they were sent. */
export const messageTimes = (
  message: Pick<Message, "annotations" | "createdAt" | "deliveredAt" | "platformMessageId" | "readAt" | "status">
): MessageTimes => ({
  sentAt: message.status === "failed" && message.platformMessageId === null ? null : message.createdAt,
  deliveredAt: message.deliveredAt,
  readAt: message.readAt,
  failedAt: message.status === "failed" ? (message.annotations.failure?.at ?? message.createdAt) : null
})
