import type { ScheduledChange, ScheduledMessage } from "../../../client/promise/SessionMethods.ts"
import { defineQuery } from "../../api/query.ts"

/** Filters of scheduled messages. */
export interface ScheduledInput {
  readonly conversationId?: string
  readonly status?: ScheduledMessage["status"]
  readonly page?: number
  readonly limit?: number
}

/** Scheduled messages, the next one first. */
export const scheduledQuery = defineQuery("scheduled", (parley, input: ScheduledInput, signal) =>
  parley.scheduled.list(input, { signal })
)

const textIn = (content: ScheduledMessage["content"], name: string): string => {
  const value = content?.[name]
  return typeof value === "string" ? value : ""
}

/** Text of the message that can be changed; null for other kinds of messages. */
export const scheduledText = ({ content, type }: Pick<ScheduledMessage, "content" | "type">): string | null =>
  type === "text" ? textIn(content, "text") : null

const objectIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

/** The message in one line: its text, caption or template; empty if it has none. */
export const scheduledSummary = ({ content }: Pick<ScheduledMessage, "content">): string => {
  const template = objectIn(objectIn(content, "template"), "name")
  const body = objectIn(objectIn(content, "body"), "text")
  const own = ["text", "caption", "filename", "name"].map((name) => textIn(content, name)).find((text) => text !== "")
  return own ?? (typeof template === "string" ? template : typeof body === "string" ? body : "")
}

/** Request that changes the time, and the text if it is another one. The answered message stays. */
export const scheduledChange = (
  message: Pick<ScheduledMessage, "content" | "type">,
  { sendAt, text }: { readonly sendAt: string; readonly text: string | null }
): ScheduledChange => {
  if (text === null || text === scheduledText(message)) return { sendAt }
  const replyTo = objectIn(objectIn(message.content, "reply_to"), "message_id")
  return { sendAt, type: "text", text, ...(typeof replyTo === "string" ? { replyTo } : {}) }
}
