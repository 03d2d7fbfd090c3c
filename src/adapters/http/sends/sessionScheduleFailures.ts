import type { PendingContentRefused } from "../../../domain/sends/pendingContent.ts"
import type { ScheduledSendBegun, SendAtRefused } from "../../../domain/sends/ScheduledSend.ts"
import { BadRequest, Conflict, invalidField, NotFound } from "../interfaces/session/Failures.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { begunText, sendAtText, tooManyScheduledText } from "./ScheduledViews.ts"

/** A send with a time that nothing can be scheduled for. */
export const sendAtRefused = refusalFor(
  "The time of the send is past or too far ahead",
  ({ reason }: Pick<SendAtRefused, "reason">) => invalidField("sendAt", sendAtText[reason]),
  { reason: "not in the future" }
)

export const tooManyScheduled = refusal(
  "There are too many scheduled messages",
  new Conflict({ error: tooManyScheduledText })
)

/** Responses to a time or content that cannot be scheduled, for `Effect.catchTags`. */
export const changeRefusals = {
  SendAtRefused: sendAtRefused,
  PendingContentRefused: ({ detail }: PendingContentRefused) =>
    new BadRequest({ error: `The message cannot be scheduled: ${detail}` })
}

/** Responses to a send that cannot be scheduled, for `Effect.catchTags`. */
export const scheduleRefusals = { ...changeRefusals, TooManyScheduled: tooManyScheduled }

export const scheduledNotFound = refusal(
  "No scheduled message has the id, or the user may not see it",
  new NotFound({ error: "Scheduled message not found" })
)

export const scheduledBegun = refusalFor(
  "The message is being sent, or has ended",
  (begun: Pick<ScheduledSendBegun, "status">) => new Conflict({ error: begunText(begun) }),
  { status: "sending" }
)
