import type { PendingContentRefused } from "../../../domain/sends/pendingContent.ts"
import type { ScheduledSendBegun, SendAtRefused } from "../../../domain/sends/ScheduledSend.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/developer/Failures.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { begunText, sendAtText, tooManyScheduledText } from "./ScheduledViews.ts"

const fixForSendAt = 'Give a time with its offset, for example "2026-12-24T09:00:00+01:00"'

/** A send with a time that nothing can be scheduled for. */
export const sendAtRefused = refusalFor(
  "The time of the send is past or too far ahead",
  ({ reason }: Pick<SendAtRefused, "reason">) =>
    new BadRequest({ message: `Invalid field sendAt: ${sendAtText[reason]}`, fix: fixForSendAt }),
  { reason: "not in the future" }
)

export const tooManyScheduled = refusal(
  "There are too many scheduled messages",
  new Conflict({ message: tooManyScheduledText })
)

/** Responses to a time or content that cannot be scheduled, for `Effect.catchTags`. */
export const changeRefusals = {
  SendAtRefused: sendAtRefused,
  PendingContentRefused: ({ detail }: PendingContentRefused) =>
    new BadRequest({ message: `The message cannot be scheduled: ${detail}` })
}

/** Responses to a send that cannot be scheduled, for `Effect.catchTags`. */
export const scheduleRefusals = { ...changeRefusals, TooManyScheduled: tooManyScheduled }

export const scheduledNotFound = refusal(
  "No scheduled message has the id",
  new NotFound({ message: "Scheduled message not found", code: "NOT_FOUND" })
)

export const scheduledBegun = refusalFor(
  "The message is being sent, or has ended",
  (begun: Pick<ScheduledSendBegun, "status">) => new Conflict({ message: begunText(begun) }),
  { status: "sending" }
)

export const nothingScheduledToChange = refusal(
  "There is nothing to change",
  new BadRequest({ message: "Nothing to change", fix: "Give sendAt, or the content of the message" })
)
