import { Effect } from "effect"
import type { PlatformRejected } from "../../../domain/message/PlatformError.ts"
import type { MonthlyLimitReached } from "../../../domain/quota/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/quota/SendPace.ts"
import type { MessagePartAbsent, UnknownMessageType } from "../shared/WhatsAppMessage.ts"
import { connectFirst } from "../shared/connectFirst.ts"
import { paceExceeded } from "../shared/paceExceeded.ts"
import { recipientRefusals } from "../shared/recipientRefusals.ts"
import { noteFacts } from "../shared/RequestFacts.ts"
import { unreadableToken } from "../shared/unreadableToken.ts"
import {
  BadGateway,
  BadRequest,
  Conflict,
  Forbidden,
  invalidField,
  missingField,
  NotFound,
  TooManyRequests,
  Unavailable
} from "./Failures.ts"

/** How a conversation that cannot be shown is answered: for `Effect.catchTags`. */
export const conversationRefusals = {
  ConversationNotFound: () => new NotFound({ error: "Conversation not found" }),
  Forbidden: () => new Forbidden({ error: "Forbidden" })
}

/** Codes of ours, where the platform said none: it documents no negative ones for WhatsApp. */
export const notReachedCode = -1
export const outcomeUnknownCode = -2

const gateway = (reason: string, code: number, title: string) =>
  new BadGateway({ error: `WhatsApp API error: ${reason}`, details: { code, title } })

/** The answers to a failed look at what WhatsApp knows, for `Effect.catchTags`. */
export const lookupRefusals = {
  ChannelNotConnected: () => new NotFound({ error: `WhatsApp not connected; ${connectFirst.whatsapp}` }),
  ChannelTokenMissing: () => new BadRequest({ error: "WhatsApp token not stored, reconnect the account" }),
  ChannelTokenUnreadable: () => new Unavailable({ error: unreadableToken.whatsapp }),
  PlatformRejected: ({ code, message, title }: PlatformRejected) => gateway(message, code, title),
  PlatformNotReached: () => gateway("WhatsApp could not be reached", notReachedCode, "Not reached"),
  PlatformOutcomeUnknown: () => gateway("WhatsApp gave no usable answer", outcomeUnknownCode, "Outcome unknown")
}

/** The answers to a failed send, for `Effect.catchTags`. */
export const sendRefusals = {
  ...lookupRefusals,
  UnknownMessageType: ({ type }: UnknownMessageType) => new BadRequest({ error: `Unknown message type: ${type}` }),
  MessagePartAbsent: ({ field }: MessagePartAbsent) => missingField(field),
  InvalidPhoneNumber: () => invalidField("to", "not a phone number"),
  ContactNotFoundByPhone: () => new NotFound({ error: "Contact not found for the given phone number" }),
  RecipientBlocked: () => new Conflict({ error: recipientRefusals.RecipientBlocked }),
  RecipientOptedOut: () => new Conflict({ error: recipientRefusals.RecipientOptedOut }),
  MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
    new TooManyRequests({ error: `Monthly event limit reached: ${used} of ${allowed} used` }),
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      new TooManyRequests({ error: paceExceeded(exceeded) })
    ),
  PlatformNotReached: () =>
    gateway("WhatsApp could not be reached; the message was not sent", notReachedCode, "Not reached"),
  PlatformOutcomeUnknown: () =>
    gateway("WhatsApp gave no usable answer; the message may have been sent", outcomeUnknownCode, "Outcome unknown")
}
