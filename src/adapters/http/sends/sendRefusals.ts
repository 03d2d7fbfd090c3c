import { Effect } from "effect"
import { ContactId } from "../../../domain/Ids.ts"
import { type InvalidPhoneNumber, phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import type { RecipientBlocked } from "../../../domain/contacts/RecipientCheck.ts"
import { type Channel, channelName, channelRules } from "../../../domain/conversations/Channel.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { PaceScope, SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import type { FileNotTaken } from "../../../domain/media/SentFile.ts"
import type { PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { ConversationDisconnected, SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import { invalidField, Refused } from "../interfaces/Refusal.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import { fixForTo } from "../interfaces/developer/fieldFixes.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { disconnected, unknownSender, usableSenders } from "./senderName.ts"

/**
 * Text for a stored account token that cannot be decrypted. The contract defines Messenger's text (contract: Developer
 * errors).
 */
export const unreadableToken: Readonly<Record<Channel, string>> = {
  whatsapp: "The stored token of the WhatsApp account cannot be opened; connect the account again",
  messenger: "Failed to decrypt Messenger token",
  instagram: "The stored token of the Instagram account cannot be opened; connect the account again"
}

/** Texts that name the missing connection, as in the contract (contract: Developer errors; Instagram sends). */
export const connectFirst: Readonly<Record<Channel, string>> = {
  whatsapp: "connect the number first",
  messenger: "connect the Page first",
  instagram: "connect the account first"
}

/** Error codes of this service if the platform returned none. The platform documents no negative codes. */
export const notReachedCode = -1
export const outcomeUnknownCode = -2

const gateway = (channel: Channel, reason: string, code: number, title: string) =>
  new Refused("BadGateway", {
    text: reason,
    memberText: `${channelName[channel]} API error: ${reason}`,
    details: { code, title }
  })

const notReached = (channel: Channel, effect: string) =>
  refusal(
    "The platform could not be reached",
    gateway(channel, `${channelName[channel]} could not be reached${effect}`, notReachedCode, "Not reached")
  )

const noUsableAnswer = (channel: Channel, when: string, effect: string) =>
  refusal(
    when,
    gateway(channel, `${channelName[channel]} gave no usable answer${effect}`, outcomeUnknownCode, "Outcome unknown")
  )

const outsideWindow = "(#10) This message is sent outside of allowed window."

type Rejection = Pick<PlatformRejected, "code" | "message" | "title">

/** Example of a send that the platform rejects. */
const rejections: Readonly<Record<Channel, Rejection>> = {
  whatsapp: {
    code: 132001,
    message: "(#132001) Template name does not exist in the translation",
    title: "Template name does not exist in the translation"
  },
  messenger: { code: 10, message: outsideWindow, title: outsideWindow },
  instagram: { code: 10, message: outsideWindow, title: outsideWindow }
}

const platformRejected = (channel: Channel) =>
  refusalFor(
    "The platform refused; the text is its own",
    ({ code, message, title }: Rejection) => gateway(channel, message, code, title),
    rejections[channel]
  )

/** Refusals of a call to the platform from a connected account, for `Effect.catchTags`. */
const callRefusals = (channel: Channel) => ({
  ChannelTokenMissing: refusal(
    "The account has no token",
    new Refused("BadRequest", { text: `${channelName[channel]} token not stored, reconnect the account` })
  ),
  ChannelTokenUnreadable: refusal(
    "The stored token cannot be opened",
    new Refused("Unavailable", { text: unreadableToken[channel], code: "CHANNEL_UNAVAILABLE" })
  ),
  PlatformRejected: platformRejected(channel)
})

/** Refusals of a platform lookup from a connected account, which is safe to retry. */
export const lookupRefusals = (channel: Channel) => ({
  ...callRefusals(channel),
  PlatformNotReached: notReached(channel, ""),
  PlatformOutcomeUnknown: noUsableAnswer(channel, "The platform does not answer in a usable form", "")
})

/** Refusals of a request for which no account of the channel is chosen. */
export const senderRefusals = (channel: Channel) => ({
  ChannelNotConnected: refusal(
    "No account is connected",
    new Refused("NotFound", { text: `${channelName[channel]} not connected; ${connectFirst[channel]}` })
  ),
  SenderUnknown: refusalFor(
    "No connected account has the name",
    (unknown: Pick<SenderUnknown, "available" | "channel" | "more">) => {
      const text = unknownSender(unknown)
      const usable = usableSenders(unknown)
      return new Refused("BadRequest", { text, memberText: `${text}; use ${usable}`, fix: `Use ${usable}` })
    },
    { channel, available: ["106540352242922"], more: 0 }
  )
})

/** The advice for a rejected recipient: the change of the contact that allows the send. */
const fixForRecipient = (contactId: ContactId, field: "isBlocked" | "optedIn", value: boolean) =>
  `If the contact agreed, change it with PATCH /api/developer/v1/contacts/${contactId} {"${field}": ${value}}`

const exampleContact = ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71")

type Recipient = Pick<RecipientBlocked, "contactId">

/** Nothing is sent to the recipient (contract: Blocked and opted-out recipients). */
export const recipientBlocked = refusalFor(
  "The recipient is blocked",
  ({ contactId }: Recipient) =>
    new Refused("Conflict", {
      text: "The recipient is blocked; nothing was sent",
      code: "RECIPIENT_BLOCKED",
      fix: fixForRecipient(contactId, "isBlocked", false)
    }),
  { contactId: exampleContact }
)

export const recipientOptedOut = refusalFor(
  "The template is for marketing, and the recipient opted out",
  ({ contactId }: Recipient) =>
    new Refused("Conflict", {
      text: "The recipient opted out of marketing messages; nothing was sent",
      code: "RECIPIENT_OPTED_OUT",
      fix: fixForRecipient(contactId, "optedIn", true)
    }),
  { contactId: exampleContact }
)

export const monthlyLimitReached = refusalFor(
  "The month's events are used up",
  ({ allowed, used }: Pick<MonthlyLimitReached, "allowed" | "used">) =>
    new Refused("TooManyRequests", {
      text: `Monthly event limit reached: ${used} of ${allowed} used`,
      code: "API_LIMIT_REACHED",
      fix: "Send again from the first day of the next month (UTC), or ask the operator for a larger plan"
    }),
  { allowed: 1_000, used: 1_000 }
)

const scopeText: Readonly<Record<PaceScope, string>> = {
  pair: "to this recipient",
  number: "from this number",
  account: "from this account"
}

/** A send that exceeds its pace (contract: A send that the platform would refuse for its pace). */
export const paceIsExceeded = (channel: Channel) =>
  refusalFor(
    "The platform takes no more messages for now; Retry-After says when to try again",
    ({
      channel: exceeded,
      retryAfterSeconds: seconds,
      scope
    }: Pick<SendPaceExceeded, "channel" | "scope" | "retryAfterSeconds">) =>
      new Refused("TooManyRequests", {
        text: `${channelName[exceeded]} takes no more messages ${scopeText[scope]} now; nothing was sent. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`
      }),
    { channel, scope: channelRules[channel].paceScope, retryAfterSeconds: 12 }
  )

/** Refusals of a send from a connected account, for `Effect.catchTags`. */
export const sendRefusals = (channel: Channel) => ({
  ...callRefusals(channel),
  RecipientBlocked: recipientBlocked,
  RecipientOptedOut: recipientOptedOut,
  MonthlyLimitReached: monthlyLimitReached,
  SendPaceExceeded: (exceeded: SendPaceExceeded) =>
    Effect.andThen(
      noteFacts({ retryAfterSeconds: exceeded.retryAfterSeconds }),
      Effect.fail(
        exceeded.rejected === null ? paceIsExceeded(channel)(exceeded) : platformRejected(channel)(exceeded.rejected)
      )
    ),
  PlatformNotReached: notReached(channel, "; the message was not sent"),
  PlatformOutcomeUnknown: noUsableAnswer(
    channel,
    "The outcome of the send is unknown",
    "; the message may have been sent"
  )
})

/** The refusal of a send whose file the platform did not take, for `Effect.catchTags`. */
export const fileNotTaken = (channel: Channel) => {
  const { PlatformNotReached, PlatformRejected } = sendRefusals(channel)
  return {
    FileNotTaken: ({ failure }: FileNotTaken) =>
      failure._tag === "PlatformRejected" ? PlatformRejected(failure) : PlatformNotReached()
  }
}

/** Refusals of a WhatsApp recipient, for `Effect.catchTags`. */
export const recipientRefusals = {
  InvalidPhoneNumber: ({ reason }: Pick<InvalidPhoneNumber, "reason">) =>
    invalidField("to", phoneRefusals[reason], fixForTo(reason))
}

/** The account of a conversation or message is gone. `noun` is what it belongs to. */
export const accountDisconnected = (noun: "conversation" | "message") =>
  refusalFor(
    `The account of the ${noun} is no longer connected`,
    ({ channel }: Pick<ConversationDisconnected, "channel">) =>
      new Refused("NotFound", { text: disconnected(channel) }),
    { channel: "messenger" }
  )
