import { Effect } from "effect"
import { type InvalidPhoneNumber, phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { type Channel, channelName, channelRules } from "../../../domain/conversations/Channel.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import type { FileNotTaken } from "../../../domain/media/SentFile.ts"
import type { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { QuotedMessageRefused } from "../../../domain/messages/quotedMessages.ts"
import type { MessagePartInvalid, MessagePartMissing } from "../../../domain/messages/messenger/MessengerDraft.ts"
import type { ConversationDisconnected, SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import { keyFailures } from "../idempotency/keyRefusals.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  forbidden,
  invalidField,
  missingField,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable,
  Unprocessable
} from "../interfaces/session/Failures.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import type { MessagePartAbsent, UnknownMessageType } from "./WhatsAppMessage.ts"
import {
  connectFirst,
  paceExceeded,
  partProblemText,
  quotedMessageTexts,
  recipientRefusals,
  unreadableToken
} from "./sendFailureTexts.ts"
import { accountNoun, disconnected, unknownSender, usableSenders } from "./senderName.ts"

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: ({ message }) => new BadRequest({ error: message }),
  conflict: ({ message }) => new Conflict({ error: message }),
  unprocessable: ({ message }) => new Unprocessable({ error: message })
})

/** Responses for a conversation that the caller cannot read, for `Effect.catchTags`. */
export const conversationRefusals = {
  ConversationNotFound: refusal("No conversation has the id", new NotFound({ error: "Conversation not found" })),
  Forbidden: refusal("The user may not see the conversation", forbidden)
}

/** Error codes of this service if the platform returned none. The platform documents no negative codes. */
export const notReachedCode = -1
export const outcomeUnknownCode = -2

const gateway = (channel: Channel, reason: string, code: number, title: string) =>
  new BadGateway({ error: `${channelName[channel]} API error: ${reason}`, details: { code, title } })

const outsideWindow = "(#10) This message is sent outside of allowed window."

/** Example of a send that the platform rejects. */
const rejections: Readonly<Record<Channel, Pick<PlatformRejected, "code" | "message" | "title">>> = {
  whatsapp: {
    code: 132001,
    message: "(#132001) Template name does not exist in the translation",
    title: "Template name does not exist in the translation"
  },
  messenger: { code: 10, message: outsideWindow, title: outsideWindow },
  instagram: { code: 10, message: outsideWindow, title: outsideWindow }
}

const rejected = (channel: Channel) =>
  refusalFor(
    "The platform refused; the reason is its own",
    ({ code, message, title }: Pick<PlatformRejected, "code" | "message" | "title">) =>
      gateway(channel, message, code, title),
    rejections[channel]
  )

/** Responses to a failed platform call from a connected account. */
const platformRefusals = (channel: Channel) => ({
  ChannelTokenMissing: refusal(
    "The account has no token",
    new BadRequest({ error: `${channelName[channel]} token not stored, reconnect the account` })
  ),
  ChannelTokenUnreadable: refusal(
    "The stored token cannot be opened",
    new Unavailable({ error: unreadableToken[channel] })
  ),
  PlatformRejected: rejected(channel)
})

const notConnected = (channel: Channel) => ({
  ChannelNotConnected: refusal(
    "No account is connected",
    new NotFound({ error: `${channelName[channel]} not connected; ${connectFirst[channel]}` })
  )
})

/** Responses to a failed platform lookup, for `Effect.catchTags`. */
export const lookupRefusals = (channel: Channel) => ({
  ...notConnected(channel),
  ...platformRefusals(channel),
  PlatformNotReached: refusal(
    "The platform could not be reached",
    gateway(channel, `${channelName[channel]} could not be reached`, notReachedCode, "Not reached")
  ),
  PlatformOutcomeUnknown: refusal(
    "The platform does not answer in a usable form",
    gateway(channel, `${channelName[channel]} gave no usable answer`, outcomeUnknownCode, "Outcome unknown")
  )
})

const notSent = (channel: Channel) =>
  refusal(
    "The platform could not be reached",
    gateway(
      channel,
      `${channelName[channel]} could not be reached; the message was not sent`,
      notReachedCode,
      "Not reached"
    )
  )

export const recipientBlocked = refusal(
  "The recipient is blocked",
  new Conflict({ error: recipientRefusals.RecipientBlocked })
)

export const recipientOptedOut = refusal(
  "The template is for marketing, and the recipient opted out",
  new Conflict({ error: recipientRefusals.RecipientOptedOut })
)

export const monthlyLimitReached = refusalFor(
  "The month's events are used up",
  ({ allowed, used }: Pick<MonthlyLimitReached, "allowed" | "used">) =>
    new TooManyRequests({ error: `Monthly event limit reached: ${used} of ${allowed} used` }),
  { allowed: 1_000, used: 1_000 }
)

export const paceIsExceeded = (channel: Channel) =>
  refusalFor(
    "The platform takes no more messages for now; Retry-After says when to try again",
    (exceeded: Parameters<typeof paceExceeded>[0]) => new TooManyRequests({ error: paceExceeded(exceeded) }),
    { channel, scope: channelRules[channel].paceScope, retryAfterSeconds: 12 }
  )

/** Responses to a failed send from a connected account, for `Effect.catchTags`. */
export const answerFailures = (channel: Channel) => ({
  ...platformRefusals(channel),
  RecipientBlocked: recipientBlocked,
  RecipientOptedOut: recipientOptedOut,
  OrganizationSuspended: suspended,
  MonthlyLimitReached: monthlyLimitReached,
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      Effect.fail(exceeded.rejected === null ? paceIsExceeded(channel)(exceeded) : rejected(channel)(exceeded.rejected))
    ),
  FileNotTaken: ({ failure }: FileNotTaken) =>
    failure._tag === "PlatformRejected" ? rejected(channel)(failure) : notSent(channel)(),
  PlatformNotReached: notSent(channel),
  PlatformOutcomeUnknown: refusal(
    "The outcome of the send is unknown",
    gateway(
      channel,
      `${channelName[channel]} gave no usable answer; the message may have been sent`,
      outcomeUnknownCode,
      "Outcome unknown"
    )
  )
})

/** Responses to a failed send on the channel, for `Effect.catchTags`. */
export const sendRefusals = (channel: Channel) => ({ ...notConnected(channel), ...answerFailures(channel) })

const exampleSender: Readonly<Record<Channel, string>> = {
  whatsapp: "+1 555-000-1111 (106540352242922)",
  messenger: "106540352242922",
  instagram: "17841405309211844"
}

/** A sender that is not connected, for `Effect.catchTags`. */
export const senderOn = (channel: Channel) => ({
  SenderUnknown: refusalFor(
    `No connected ${accountNoun[channel]} has the name`,
    (unknown: Pick<SenderUnknown, "available" | "channel" | "more">) =>
      new BadRequest({ error: `${unknownSender(unknown)}; use ${usableSenders(unknown)}` }),
    { channel, available: [exampleSender[channel]], more: 0 }
  )
})

export const senderRefusals = senderOn("whatsapp")

export const messageTypeUnknown = (example: string) =>
  refusalFor(
    "The type of message does not exist",
    ({ type }: Pick<UnknownMessageType, "type">) => new BadRequest({ error: `Unknown message type: ${type}` }),
    { type: example }
  )

/** A message that cannot be answered. */
export const quotedRefused = refusalFor(
  "The answered message is not there, or belongs to another person or account",
  ({ field, reason }: Pick<QuotedMessageRefused, "field" | "reason">) =>
    invalidField(field, quotedMessageTexts[reason]),
  { field: "replyTo", reason: "unknown" }
)

/** Response to a part of a message that the platform does not take. */
export const contentRefused = ({ expectation, field }: Pick<ContentRefused, "expectation" | "field">) =>
  expectation === null ? missingField(field) : invalidField(field, expectation)

/** Responses to an invalid WhatsApp message, for `Effect.catchTags`. */
export const whatsAppRefusals = {
  UnknownMessageType: messageTypeUnknown("carousel"),
  MessagePartAbsent: ({ field }: MessagePartAbsent) => missingField(field),
  ContentRefused: contentRefused
}

/** Responses to a recipient that is not a contact, for `Effect.catchTags`. */
export const recipientNotFound = {
  InvalidPhoneNumber: ({ reason }: Pick<InvalidPhoneNumber, "reason">) => invalidField("to", phoneRefusals[reason]),
  ContactNotFoundByPhone: refusal(
    "No contact has the number",
    new NotFound({ error: "Contact not found for the given phone number" })
  )
}

/** Responses to a reply without an account or contact, for `Effect.catchTags`. */
export const answerRefusals = {
  ConversationDisconnected: refusalFor(
    "The account of the conversation is no longer connected",
    ({ channel }: Pick<ConversationDisconnected, "channel">) => new NotFound({ error: disconnected(channel) }),
    { channel: "messenger" }
  ),
  ContactNotFound: refusal("The person is not known any more", new NotFound({ error: "Contact not found" }))
}

/** Responses to an invalid Messenger or Instagram message, for `Effect.catchTags`. */
export const replyRefusals = {
  MessageTypeUnknown: messageTypeUnknown("template"),
  MessagePartMissing: ({ field }: MessagePartMissing) => missingField(field),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) => invalidField(field, partProblemText(problem))
}
