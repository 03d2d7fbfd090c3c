import { Effect } from "effect"
import type { RecipientBlocked, RecipientOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import { type Channel, channelName } from "../../../domain/conversations/Channel.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import type {
  MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown
} from "../../../domain/messages/messenger/MessengerDraft.ts"
import type { PhoneRefusal } from "../../../domain/contacts/PhoneNumber.ts"
import type { ContactId } from "../../../domain/Ids.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import { keyFailures } from "../idempotency/keyRefusals.ts"
import { connectFirst } from "../shared/sends/connectFirst.ts"
import { paceExceeded } from "../shared/sends/paceExceeded.ts"
import { partProblemText } from "../shared/sends/partProblemText.ts"
import { recipientRefusals } from "../shared/sends/recipientRefusals.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { unknownSender, usableSenders } from "../shared/sends/senderName.ts"
import { unreadableToken } from "../shared/sends/unreadableToken.ts"
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
} from "./Failures.ts"

/** Hints for the fields that callers forget, by their dotted names (contract C69). */
const hints: Readonly<Record<string, string>> = {
  to: "Add the recipient's phone number in E.164 without +, for example 15551234567",
  "template.name": 'Add the name of an approved template, for example "template": {"name": "hello_world", …}',
  "template.language.code": 'Add the template\'s language code, for example "language": {"code": "en_US"}',
  text: "Add the text of the message",
  phone: "Add the contact's phone number in E.164 without +, for example 15551234567",
  recipientId: "Add the page-scoped id of the person",
  participantId: "Add the Instagram-scoped id of the person",
  quickReplies: 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]',
  buttonTemplateText: "Add the text above the buttons",
  buttons: 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]',
  elements: 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]',
  attachmentUrl: "Add the public address of the file",
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

/** The `fix` for a WhatsApp recipient in an unknown form (contract C46). */
export const fixForTo = (reason: PhoneRefusal): string =>
  `${fixForPhone(reason)}, or the user id that WhatsApp reports, for example US.13491208655302741918`

/** The `fix` for a rejected recipient: the change of the contact that allows the send. */
export const fixForRecipient = (contactId: ContactId, field: "isBlocked" | "optedIn", value: boolean) =>
  `If the contact agreed, change it with PATCH /api/developer/v1/contacts/${contactId} {"${field}": ${value}}`

/** The `fix` for the monthly limit. */
export const fixForLimit =
  "Send again from the first day of the next month (UTC), or ask the operator for a larger plan"

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: (refusal) => new BadRequest(refusal),
  conflict: (refusal) => new Conflict(refusal),
  unprocessable: (refusal) => new Unprocessable(refusal)
})

/** Responses to an invalid message, for `Effect.catchTags`. */
export const messageRefusals = {
  MessagePartMissing: ({ field }: MessagePartMissing) => missingField(field, fixFor(field)),
  MessageTypeUnknown: ({ supported, type }: MessageTypeUnknown) => unknownType(type, supported),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) =>
    new BadRequest({ message: `Invalid field ${field}: ${partProblemText(problem)}` })
}

/** Failure for an unreadable token. The contract defines the status and Messenger's text (contract C69). */
const tokenUnreadable = (channel: Channel) =>
  channel === "messenger"
    ? new Internal({ message: unreadableToken.messenger, fix: "Connect the Page again" })
    : new Unavailable({ message: unreadableToken[channel], code: "CHANNEL_UNAVAILABLE" })

/** Responses to failed platform calls, for `Effect.catchTags`. */
export const platformFailures = (channel: Channel) => ({
  ChannelNotConnected: () =>
    new NotFound({ message: `${channelName[channel]} not connected; ${connectFirst[channel]}` }),
  ChannelTokenMissing: () =>
    new BadRequest({ message: `${channelName[channel]} token not stored, reconnect the account` }),
  ChannelTokenUnreadable: () => tokenUnreadable(channel),
  PlatformRejected: ({ message }: PlatformRejected) => new BadGateway({ message })
})

/** A sender that is not connected, for `Effect.catchTags`. */
export const senderFailures = {
  SenderUnknown: (unknown: SenderUnknown) =>
    new BadRequest({ message: unknownSender(unknown), fix: `Use ${usableSenders(unknown)}` })
}

/** Responses to failed sends: `platformFailures`, uncertain outcomes and the monthly limit. */
export const sendFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  RecipientBlocked: ({ contactId }: RecipientBlocked) =>
    new Conflict({
      message: recipientRefusals.RecipientBlocked,
      code: "RECIPIENT_BLOCKED",
      fix: fixForRecipient(contactId, "isBlocked", false)
    }),
  RecipientOptedOut: ({ contactId }: RecipientOptedOut) =>
    new Conflict({
      message: recipientRefusals.RecipientOptedOut,
      code: "RECIPIENT_OPTED_OUT",
      fix: fixForRecipient(contactId, "optedIn", true)
    }),
  OrganizationSuspended: suspended,
  MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
    new TooManyRequests({
      message: `Monthly event limit reached: ${used} of ${allowed} used`,
      code: "API_LIMIT_REACHED",
      fix: fixForLimit
    }),
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      Effect.fail(
        exceeded.rejected === null
          ? new TooManyRequests({ message: paceExceeded(exceeded) })
          : new BadGateway({ message: exceeded.rejected.message })
      )
    ),
  PlatformNotReached: () =>
    new BadGateway({ message: `${channelName[channel]} could not be reached; the message was not sent` }),
  PlatformOutcomeUnknown: () =>
    new BadGateway({ message: `${channelName[channel]} gave no usable answer; the message may have been sent` })
})

/** Responses to failed platform lookups, which are safe to retry. */
export const lookupFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  PlatformNotReached: () => new BadGateway({ message: `${channelName[channel]} could not be reached` }),
  PlatformOutcomeUnknown: () => new BadGateway({ message: `${channelName[channel]} gave no usable answer` })
})
