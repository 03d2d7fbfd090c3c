import { DateTime, Result } from "effect"
import type { OrganizationSettings } from "../access/Organization.ts"
import type { Conversation } from "./Conversation.ts"
import { isWithin } from "../text/textLimits.ts"
import { answerTextLimit, SettingRefused } from "./SettingRefused.ts"
import { closedPeriod, isOpenAt } from "./workingHours.ts"

/** The age of a message that still gets an automatic answer. */
export const answerPatience = "1 hour"

/** The text, if it can be set; null for none. */
export const checkAnswerText = (
  field: "awayMessage" | "greeting",
  text: string | null
): Result.Result<string | null, SettingRefused> =>
  text === null || (text.trim() !== "" && isWithin(text, answerTextLimit))
    ? Result.succeed(text)
    : Result.fail(new SettingRefused({ field, reason: "text" }))

/** A message of the contact. */
export interface AnsweredMessage {
  /** Whether the conversation began with it. */
  readonly isFirst: boolean
  readonly writtenAt: DateTime.Utc
}

/** An automatic answer. Of several with one key, one is sent. */
export interface AutomaticAnswer {
  readonly text: string
  readonly key: string
}

/**
 * The automatic answer to a message of the contact at the time; null for none. Conversations that an AI agent handles get
 * none (contract: Greeting and away message).
 */
export const automaticAnswer = (
  { awayMessage, greeting, workingHours }: Pick<OrganizationSettings, "awayMessage" | "greeting" | "workingHours">,
  { id, status }: Pick<Conversation, "id" | "status">,
  { isFirst, writtenAt }: AnsweredMessage,
  at: DateTime.Utc
): AutomaticAnswer | null => {
  const isLate = DateTime.isLessThan(writtenAt, DateTime.subtractDuration(at, answerPatience))
  if (isLate || (status !== "open" && status !== "escalated")) return null
  if (workingHours !== null && !isOpenAt(workingHours, at)) {
    return awayMessage === null ? null : { text: awayMessage, key: `away ${id} ${closedPeriod(workingHours, at)}` }
  }
  return isFirst && greeting !== null ? { text: greeting, key: `greeting ${id}` } : null
}
