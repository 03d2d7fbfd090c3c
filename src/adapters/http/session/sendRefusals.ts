import { Effect } from "effect"
import { type Channel, channelName } from "../../../domain/conversations/Channel.ts"
import type { ConversationDisconnected, SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import type {
  MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown
} from "../../../domain/messages/messenger/MessengerDraft.ts"
import { type InvalidPhoneNumber, phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import type { FileNotTaken } from "../../../domain/media/SentFile.ts"
import { keyFailures } from "../idempotency/keyRefusals.ts"
import type { MessagePartAbsent, UnknownMessageType } from "../shared/sends/WhatsAppMessage.ts"
import { connectFirst } from "../shared/sends/connectFirst.ts"
import { paceExceeded } from "../shared/sends/paceExceeded.ts"
import { partProblemText } from "../shared/sends/partProblemText.ts"
import { recipientRefusals } from "../shared/sends/recipientRefusals.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { disconnected, unknownSender, usableSenders } from "../shared/sends/senderName.ts"
import { unreadableToken } from "../shared/sends/unreadableToken.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  Forbidden,
  invalidField,
  missingField,
  NotFound,
  suspended,
  TooManyRequests,
  Unavailable,
  Unprocessable
} from "./Failures.ts"

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: ({ message }) => new BadRequest({ error: message }),
  conflict: ({ message }) => new Conflict({ error: message }),
  unprocessable: ({ message }) => new Unprocessable({ error: message })
})

/** Responses for a conversation that the caller cannot read, for `Effect.catchTags`. */
export const conversationRefusals = {
  ConversationNotFound: () => new NotFound({ error: "Conversation not found" }),
  Forbidden: () => new Forbidden({ error: "Forbidden" })
}

/** Error codes of this service if the platform returned none. The platform documents no negative codes. */
export const notReachedCode = -1
export const outcomeUnknownCode = -2

const gateway = (channel: Channel, reason: string, code: number, title: string) =>
  new BadGateway({ error: `${channelName[channel]} API error: ${reason}`, details: { code, title } })

const rejected =
  (channel: Channel) =>
  ({ code, message, title }: PlatformRejected) =>
    gateway(channel, message, code, title)

const notConnected = (channel: Channel) => ({
  ChannelNotConnected: () => new NotFound({ error: `${channelName[channel]} not connected; ${connectFirst[channel]}` })
})

/** Responses to a failed platform call from a connected account. */
const platformRefusals = (channel: Channel) => {
  const name = channelName[channel]
  return {
    ChannelTokenMissing: () => new BadRequest({ error: `${name} token not stored, reconnect the account` }),
    ChannelTokenUnreadable: () => new Unavailable({ error: unreadableToken[channel] }),
    PlatformRejected: rejected(channel),
    PlatformNotReached: () => gateway(channel, `${name} could not be reached`, notReachedCode, "Not reached"),
    PlatformOutcomeUnknown: () =>
      gateway(channel, `${name} gave no usable answer`, outcomeUnknownCode, "Outcome unknown")
  }
}

/** Responses to a failed platform lookup, for `Effect.catchTags`. */
export const lookupRefusals = (channel: Channel) => ({ ...notConnected(channel), ...platformRefusals(channel) })

const notSent = (channel: Channel) =>
  gateway(
    channel,
    `${channelName[channel]} could not be reached; the message was not sent`,
    notReachedCode,
    "Not reached"
  )

/** Responses to a failed send from a connected account, for `Effect.catchTags`. */
export const answerFailures = (channel: Channel) => ({
  ...platformRefusals(channel),
  RecipientBlocked: () => new Conflict({ error: recipientRefusals.RecipientBlocked }),
  RecipientOptedOut: () => new Conflict({ error: recipientRefusals.RecipientOptedOut }),
  OrganizationSuspended: suspended,
  MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
    new TooManyRequests({ error: `Monthly event limit reached: ${used} of ${allowed} used` }),
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      Effect.fail(
        exceeded.rejected === null
          ? new TooManyRequests({ error: paceExceeded(exceeded) })
          : rejected(channel)(exceeded.rejected)
      )
    ),
  FileNotTaken: ({ failure }: FileNotTaken) =>
    failure._tag === "PlatformRejected" ? rejected(channel)(failure) : notSent(channel),
  PlatformNotReached: () => notSent(channel),
  PlatformOutcomeUnknown: () =>
    gateway(
      channel,
      `${channelName[channel]} gave no usable answer; the message may have been sent`,
      outcomeUnknownCode,
      "Outcome unknown"
    )
})

/** Responses to a failed send on the channel, for `Effect.catchTags`. */
export const sendRefusals = (channel: Channel) => ({ ...notConnected(channel), ...answerFailures(channel) })

/** A sender that is not connected, for `Effect.catchTags`. */
export const senderRefusals = {
  SenderUnknown: (unknown: SenderUnknown) =>
    new BadRequest({ error: `${unknownSender(unknown)}; use ${usableSenders(unknown)}` })
}

/** Responses to an invalid WhatsApp message, for `Effect.catchTags`. */
export const whatsAppRefusals = {
  UnknownMessageType: ({ type }: UnknownMessageType) => new BadRequest({ error: `Unknown message type: ${type}` }),
  MessagePartAbsent: ({ field }: MessagePartAbsent) => missingField(field)
}

/** Responses to a recipient that is not a contact, for `Effect.catchTags`. */
export const recipientNotFound = {
  InvalidPhoneNumber: ({ reason }: InvalidPhoneNumber) => invalidField("to", phoneRefusals[reason]),
  ContactNotFoundByPhone: () => new NotFound({ error: "Contact not found for the given phone number" })
}

/** Responses to a reply without an account or contact, for `Effect.catchTags`. */
export const answerRefusals = {
  ConversationDisconnected: ({ channel }: ConversationDisconnected) => new NotFound({ error: disconnected(channel) }),
  ContactNotFound: () => new NotFound({ error: "Contact not found" })
}

/** Responses to an invalid Messenger or Instagram message, for `Effect.catchTags`. */
export const replyRefusals = {
  MessageTypeUnknown: ({ type }: MessageTypeUnknown) => new BadRequest({ error: `Unknown message type: ${type}` }),
  MessagePartMissing: ({ field }: MessagePartMissing) => missingField(field),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) => invalidField(field, partProblemText(problem))
}
