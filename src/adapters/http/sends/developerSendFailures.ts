import { Effect } from "effect"
import { CurrentAgent } from "../../../app/sends/dispatch.ts"
import { ContactId } from "../../../domain/Ids.ts"
import type { PhoneRefusal } from "../../../domain/contacts/PhoneNumber.ts"
import type { RecipientBlocked, RecipientOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import { type Channel, channelName, channelRules } from "../../../domain/conversations/Channel.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import type { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { QuotedMessageRefused } from "../../../domain/messages/quotedMessages.ts"
import type {
  MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown
} from "../../../domain/messages/messenger/MessengerDraft.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import { keyFailures } from "../idempotency/keyRefusals.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  Internal,
  missingField,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable,
  unknownType,
  Unprocessable
} from "../interfaces/developer/Failures.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { type MessagePartAbsent, type UnknownMessageType, whatsAppTypes } from "./WhatsAppMessage.ts"
import {
  connectFirst,
  paceExceeded,
  partProblemText,
  quotedMessageTexts,
  recipientRefusals,
  unreadableToken
} from "./sendFailureTexts.ts"
import { unknownSender, usableSenders } from "./senderName.ts"

/** Hints for the fields that callers forget, by their dotted names (contract: Developer errors). */
const hints: Readonly<Record<string, string>> = {
  to: "Add the recipient's phone number in E.164 without +, for example 15551234567",
  "template.name": 'Add the name of an approved template, for example "template": {"name": "hello_world", …}',
  "template.language.code": 'Add the template\'s language code, for example "language": {"code": "en_US"}',
  text: "Add the text of the message",
  phone: "Add the contact's phone number in E.164 without +, for example 15551234567",
  recipientId: "Add the page-scoped id of the person",
  participantId: "Add the Instagram-scoped id of the person",
  commentId: "Add the platform's id of the comment",
  quickReplies: 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]',
  buttonTemplateText: "Add the text above the buttons",
  buttons: 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]',
  elements: 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]',
  attachmentUrl: "Add the public address of the file",
  images: 'Add the images, for example [{"url": "https://example.com/table.jpg"}]',
  receipt: "Add the receipt: recipientName, orderNumber, currency, paymentMethod and summary.totalCost",
  stickerId: "Add like for the thumb, or the digits of a sticker's id",
  url: "Add the HTTPS address that events are sent to",
  events: 'Add the events to be sent, for example ["message.received", "message.sent"]'
}

/** The `fix` for a missing field. */
export const fixFor = (name: string): string => hints[name] ?? `Add ${name} to the request body`

/** The `fix` for a text that cannot be a phone number. */
const fixForNumber = "Give the number in E.164 without +, for example 15551234567"

/** The `fix` for digits without a country code. */
const fixForCountry = "Write the number with + and its country code, for example +15551234567"

/** The `fix` for a rejected phone number. */
export const fixForPhone = (reason: PhoneRefusal): string =>
  reason === "no country code" ? fixForCountry : fixForNumber

/** The `fix` for a WhatsApp recipient in an unknown form (contract: Sends to a business-scoped user id). */
export const fixForTo = (reason: PhoneRefusal): string =>
  `${fixForPhone(reason)}, or the user id that WhatsApp reports, for example US.13491208655302741918`

/** The `fix` for a rejected recipient: the change of the contact that allows the send. */
const fixForRecipient = (contactId: ContactId, field: "isBlocked" | "optedIn", value: boolean) =>
  `If the contact agreed, change it with PATCH /api/developer/v1/contacts/${contactId} {"${field}": ${value}}`

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: (refusal) => new BadRequest(refusal),
  conflict: (refusal) => new Conflict(refusal),
  unprocessable: (refusal) => new Unprocessable(refusal)
})

/** Response to a part of a message that the platform does not take. */
export const contentRefused = ({ expectation, field }: Pick<ContentRefused, "expectation" | "field">) =>
  expectation === null
    ? missingField(field, fixFor(field))
    : new BadRequest({ message: `Invalid field ${field}: ${expectation}` })

/** A scheduled send has no agent. */
export const noAgentLater = refusal(
  "A scheduled message names an agent",
  new BadRequest({ message: "Invalid field agent: Expected no agent with sendAt" })
)

/** Sends for the agent that the request names, if any. */
export const sentFor = <A, E, R>(
  agent: { readonly name: string } | null,
  send: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (agent === null ? send : Effect.provideService(send, CurrentAgent, agent.name))

/** A message that cannot be answered. */
export const quotedRefused = refusalFor(
  "The answered message is not there, or belongs to another person or account",
  ({ field, reason }: Pick<QuotedMessageRefused, "field" | "reason">) =>
    new BadRequest({ message: `Invalid field ${field}: ${quotedMessageTexts[reason]}` }),
  { field: "replyTo", reason: "unknown" }
)

/** Responses to an invalid message, for `Effect.catchTags`. */
export const messageRefusals = {
  MessagePartMissing: ({ field }: MessagePartMissing) => missingField(field, fixFor(field)),
  MessageTypeUnknown: ({ supported, type }: MessageTypeUnknown) => unknownType(type, supported),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) =>
    new BadRequest({ message: `Invalid field ${field}: ${partProblemText(problem)}` })
}

/** Responses to an invalid WhatsApp message, for `Effect.catchTags`. */
export const whatsAppRefusals = {
  UnknownMessageType: ({ type }: UnknownMessageType) => unknownType(type, whatsAppTypes),
  MessagePartAbsent: ({ field }: MessagePartAbsent) => missingField(field, fixFor(field)),
  ContentRefused: contentRefused
}

/**
 * Failure for an unreadable token. The contract defines the status and Messenger's text (contract: Developer errors).
 */
const tokenUnreadable = (channel: Channel) =>
  channel === "messenger"
    ? new Internal({ message: unreadableToken.messenger, fix: "Connect the Page again" })
    : new Unavailable({ message: unreadableToken[channel], code: "CHANNEL_UNAVAILABLE" })

/** Example text of a platform that rejects a send. */
const rejection: Readonly<Record<Channel, string>> = {
  whatsapp: "(#132001) Template name does not exist in the translation",
  messenger: "(#10) This message is sent outside of allowed window.",
  instagram: "(#10) This message is sent outside of allowed window."
}

/** Responses to failed platform calls, for `Effect.catchTags`. */
export const platformFailures = (channel: Channel) => ({
  ChannelNotConnected: refusal(
    "No account is connected",
    new NotFound({ message: `${channelName[channel]} not connected; ${connectFirst[channel]}` })
  ),
  ChannelTokenMissing: refusal(
    "The account has no token",
    new BadRequest({ message: `${channelName[channel]} token not stored, reconnect the account` })
  ),
  ChannelTokenUnreadable: refusal("The stored token cannot be opened", tokenUnreadable(channel)),
  PlatformRejected: refusalFor(
    "The platform refused; the text is its own",
    ({ message }: Pick<PlatformRejected, "message">) => new BadGateway({ message }),
    { message: rejection[channel] }
  )
})

/** A sender that is not connected. */
export const senderUnknown = (channel: Channel) =>
  refusalFor(
    "No connected account has the name",
    (unknown: Pick<SenderUnknown, "available" | "channel" | "more">) =>
      new BadRequest({ message: unknownSender(unknown), fix: `Use ${usableSenders(unknown)}` }),
    { channel, available: ["106540352242922"], more: 0 }
  )

const exampleContact = ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")

export const recipientBlocked = refusalFor(
  "The recipient is blocked",
  ({ contactId }: Pick<RecipientBlocked, "contactId">) =>
    new Conflict({
      message: recipientRefusals.RecipientBlocked,
      code: "RECIPIENT_BLOCKED",
      fix: fixForRecipient(contactId, "isBlocked", false)
    }),
  { contactId: exampleContact }
)

export const recipientOptedOut = refusalFor(
  "The template is for marketing, and the recipient opted out",
  ({ contactId }: Pick<RecipientOptedOut, "contactId">) =>
    new Conflict({
      message: recipientRefusals.RecipientOptedOut,
      code: "RECIPIENT_OPTED_OUT",
      fix: fixForRecipient(contactId, "optedIn", true)
    }),
  { contactId: exampleContact }
)

export const monthlyLimitReached = refusalFor(
  "The month's events are used up",
  ({ allowed, used }: Pick<MonthlyLimitReached, "allowed" | "used">) =>
    new TooManyRequests({
      message: `Monthly event limit reached: ${used} of ${allowed} used`,
      code: "API_LIMIT_REACHED",
      fix: "Send again from the first day of the next month (UTC), or ask the operator for a larger plan"
    }),
  { allowed: 1_000, used: 1_000 }
)

export const paceIsExceeded = (channel: Channel) =>
  refusalFor(
    "The platform takes no more messages for now; Retry-After says when to try again",
    (exceeded: Parameters<typeof paceExceeded>[0]) => new TooManyRequests({ message: paceExceeded(exceeded) }),
    { channel, scope: channelRules[channel].paceScope, retryAfterSeconds: 12 }
  )

/** Responses to failed sends: `platformFailures`, uncertain outcomes and the monthly limit. */
export const sendFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  RecipientBlocked: recipientBlocked,
  RecipientOptedOut: recipientOptedOut,
  OrganizationSuspended: suspended,
  MonthlyLimitReached: monthlyLimitReached,
  SenderUnknown: senderUnknown(channel),
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      Effect.fail(
        exceeded.rejected === null
          ? paceIsExceeded(channel)(exceeded)
          : new BadGateway({ message: exceeded.rejected.message })
      )
    ),
  PlatformNotReached: refusal(
    "The platform could not be reached",
    new BadGateway({ message: `${channelName[channel]} could not be reached; the message was not sent` })
  ),
  PlatformOutcomeUnknown: () =>
    new BadGateway({ message: `${channelName[channel]} gave no usable answer; the message may have been sent` })
})

/** Responses to failed platform lookups, which are safe to retry. */
export const lookupFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  SenderUnknown: senderUnknown(channel),
  PlatformNotReached: refusal(
    "The platform could not be reached",
    new BadGateway({ message: `${channelName[channel]} could not be reached` })
  ),
  PlatformOutcomeUnknown: () => new BadGateway({ message: `${channelName[channel]} gave no usable answer` })
})
