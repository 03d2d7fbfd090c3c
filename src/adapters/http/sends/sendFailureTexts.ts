import type { RecipientRefused } from "../../../domain/contacts/RecipientCheck.ts"
import { type Channel, channelName } from "../../../domain/conversations/Channel.ts"
import type { PaceScope, SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import type { QuotedMessageRefused } from "../../../domain/messages/quotedMessages.ts"
import { PartProblem } from "../../../domain/messages/messenger/MessengerDraft.ts"
import { limitText } from "../interfaces/requestFields.ts"

/**
 * Error text for a stored account token that cannot be decrypted. The contract defines Messenger's text (contract:
 * Developer errors).
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

const scopeText: Readonly<Record<PaceScope, string>> = {
  pair: "to this recipient",
  number: "from this number",
  account: "from this account"
}

/** Error text of a send that exceeds its pace (contract: A send that the platform would refuse for its pace). */
export const paceExceeded = ({
  channel,
  retryAfterSeconds: seconds,
  scope
}: Pick<SendPaceExceeded, "channel" | "scope" | "retryAfterSeconds">): string =>
  `${channelName[channel]} takes no more messages ${scopeText[scope]} now; nothing was sent. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`

/** Error texts for rejected recipients, in both interfaces (contract: Blocked and opted-out recipients). */
export const recipientRefusals: Readonly<Record<RecipientRefused["_tag"], string>> = {
  RecipientBlocked: "The recipient is blocked; nothing was sent",
  RecipientOptedOut: "The recipient opted out of marketing messages; nothing was sent"
}

/** Error texts for messages that cannot be answered, in both interfaces (contract: Answers to a message). */
export const quotedMessageTexts: Readonly<Record<QuotedMessageRefused["reason"], string>> = {
  unknown: "Expected the id of a message",
  elsewhere: "Expected a message of the same person and account",
  unsent: "Expected a message that the platform has accepted"
}

/** Text of the requirement that a part of a Messenger or Instagram message violates. */
export const partProblemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooFew: ({ limit }) => `Expected at least ${limit}`,
  Malformed: ({ expected }) => `Expected ${expected}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})
