import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"

/** A voice call that has ended. */
export interface MessageCall {
  readonly byBusiness: boolean
  /** Whether the other side accepted it. */
  readonly isAnswered: boolean
  /** Seconds that both sides talked; null if the platform does not report them. */
  readonly seconds: number | null
}

/** The status of a call that did not fail and was not refused. */
const completed = "COMPLETED"

const secondsOf = (duration: Schema.Json | undefined): number | null =>
  typeof duration === "number" && Number.isSafeInteger(duration) && duration > 0 ? duration : null

/**
 * The call that a message is; null for any other message. The platform reports when a call began and how long it lasted
 * only if the other side accepted it.
 */
export const messageCall = ({ content, type }: Pick<Message, "type" | "content">): MessageCall | null => {
  const call = content["call"]
  if (type !== "call" || !isJsonObject(call)) return null
  const seconds = secondsOf(call["duration"])
  const isCompleted = (call["status"] ?? completed) === completed
  const isAnswered = isCompleted && (seconds !== null || typeof call["start_time"] === "string")
  const byBusiness = call["direction"] === "BUSINESS_INITIATED"
  return { byBusiness, isAnswered, seconds: isAnswered ? seconds : null }
}

const durationText = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = [
    [hours, "h"],
    [minutes, "min"],
    [rest, "s"]
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ")
}

/** A call in words; empty for a message that is none. */
export const callText = (message: Pick<Message, "type" | "content">): string => {
  const call = messageCall(message)
  if (call === null) return ""
  if (!call.isAnswered) return call.byBusiness ? "Voice call, not answered" : "Missed voice call"
  return call.seconds === null ? "Voice call" : `Voice call, ${durationText(call.seconds)}`
}
