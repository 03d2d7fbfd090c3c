import { Duration } from "effect"
import type { PendingContentRefused } from "../../../domain/sends/pendingContent.ts"
import {
  longestSchedule,
  maxScheduledSends,
  type ScheduledSendBegun,
  type SendAtRefused
} from "../../../domain/sends/ScheduledSend.ts"
import { conflict, invalidField, notFound, Refused } from "../interfaces/Refusal.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

/** Text of a time that nothing can be scheduled for. */
export const sendAtText: Readonly<Record<SendAtRefused["reason"], string>> = {
  "not in the future": "Expected a time in the future",
  "too far ahead": `Expected a time at most ${Duration.toDays(longestSchedule)} days ahead`
}

/** A send with a time that nothing can be scheduled for. */
export const sendAtRefused = refusalFor(
  "The time of the send is past or too far ahead",
  ({ reason }: Pick<SendAtRefused, "reason">) =>
    invalidField("sendAt", sendAtText[reason], 'Give a time with its offset, for example "2026-12-24T09:00:00+01:00"'),
  { reason: "not in the future" }
)

export const tooManyScheduled = refusal(
  "There are too many scheduled messages",
  conflict(`The organization has ${maxScheduledSends} scheduled messages; cancel some, or wait until they are sent`)
)

/** Refusals of a time or content that cannot be scheduled, for `Effect.catchTags`. */
export const changeRefusals = {
  SendAtRefused: sendAtRefused,
  PendingContentRefused: ({ detail }: PendingContentRefused) =>
    new Refused("BadRequest", { text: `The message cannot be scheduled: ${detail}` })
}

/** Refusals of a send that cannot be scheduled, for `Effect.catchTags`. */
export const scheduleRefusals = { ...changeRefusals, TooManyScheduled: tooManyScheduled }

export const scheduledNotFound = refusal("No scheduled message has the id", notFound("Scheduled message not found"))

export const scheduledBegun = refusalFor(
  "The message is being sent, or has ended",
  ({ status }: Pick<ScheduledSendBegun, "status">) =>
    conflict(
      status === "sending" || status === "scheduled"
        ? "The message is being sent; it can be neither changed nor cancelled"
        : `The message is ${status === "failed" ? "not sent: it failed" : status}; it can be neither changed nor cancelled`
    ),
  { status: "sending" }
)

export const nothingScheduledToChange = refusal(
  "There is nothing to change",
  new Refused("BadRequest", {
    text: "Nothing to change",
    memberText: "No valid fields to update",
    fix: "Give sendAt, or the content of the message"
  })
)
