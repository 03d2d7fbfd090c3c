import { type Channel, channelName } from "../../../../domain/conversations/Channel.ts"
import type { DocumentedFailure } from "../../openapi/documented.ts"
import { notReachedCode, outcomeUnknownCode } from "../../sends/sessionSendFailures.ts"

type Details = { readonly code: number; readonly title: string }

const notReached: Details = { code: notReachedCode, title: "Not reached" }
const outcomeUnknown: Details = { code: outcomeUnknownCode, title: "Outcome unknown" }

/** A platform failure of one operation. */
const failed =
  (channel: Channel, operation: string) =>
  (when: string, reason: string, details: Details): DocumentedFailure => ({
    status: 502,
    when,
    body: { success: false, error: `${channelName[channel]} API error: ${reason}`, details },
    operations: [operation]
  })

/** Platform failures of a send. `refusal` is an example text of the platform. */
const ofSends = (
  channel: Channel,
  operation: string,
  refusal: string,
  details: Details
): ReadonlyArray<DocumentedFailure> => {
  const name = channelName[channel]
  const row = failed(channel, operation)
  return [
    row("The platform refused; the reason is its own", refusal, details),
    row("The platform could not be reached", `${name} could not be reached; the message was not sent`, notReached),
    row(
      "The outcome of the send is unknown",
      `${name} gave no usable answer; the message may have been sent`,
      outcomeUnknown
    )
  ]
}

const ofTemplates = failed("whatsapp", "templates.list")

const outsideWindow = "(#10) This message is sent outside of allowed window."

/** Platform failures that the Session interface answers with 502 (contract C68). */
export const documentedPlatformFailures: ReadonlyArray<DocumentedFailure> = [
  ...ofSends("whatsapp", "messages.send", "(#132001) Template name does not exist in the translation", {
    code: 132001,
    title: "Template name does not exist in the translation"
  }),
  ofTemplates("The platform could not be reached", "WhatsApp could not be reached", notReached),
  ofTemplates("The platform does not answer in a usable form", "WhatsApp gave no usable answer", outcomeUnknown),
  ...ofSends("messenger", "replies.send", outsideWindow, { code: 10, title: outsideWindow })
]
