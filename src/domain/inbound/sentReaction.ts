import { type DateTime, Schema } from "effect"
import { PlatformMessageId } from "../Ids.ts"
import { isWhatsAppUserId } from "../contacts/ContactIdentity.ts"
import { PhoneNumber } from "../contacts/PhoneNumber.ts"
import type { ChannelAccount } from "../conversations/Channel.ts"
import { type Message, reactionType } from "../messages/Message.ts"
import { Inbound, type PersonId } from "./Inbound.ts"

/** A reaction that the business sent, and the account that it was sent from. */
export interface SentReaction {
  readonly item: Extract<Inbound, { readonly _tag: "Reacted" }>
  readonly account: ChannelAccount
}

const isPhone = Schema.is(PhoneNumber)
const isPlatformId = Schema.is(PlatformMessageId)

const personOf = ({ channel }: ChannelAccount, peer: string): PersonId =>
  channel === "whatsapp" && !isWhatsAppUserId(peer) && isPhone(peer)
    ? { kind: "phone", value: peer }
    : { kind: channel, value: peer }

/**
 * The report of a reaction that the business sent, in the form of an echo: it changes the message that the business
 * reacted to (contract: Reactions of the business). Null for a message that is no reaction.
 */
export const sentReaction = (
  account: ChannelAccount,
  { content, id, peer, type }: Pick<Message, "content" | "id" | "peer" | "type">,
  at: DateTime.Utc
): SentReaction | null => {
  const { emoji, message_id: platformMessageId } = content
  if (type !== reactionType || !isPlatformId(platformMessageId)) return null
  const item = Inbound.cases.Reacted.make({
    key: `reaction:${id}`,
    at,
    channel: account.channel,
    accountExternalId: account.externalId,
    person: { ids: [personOf(account, peer)], name: null, username: null },
    byBusiness: true,
    platformMessageId,
    reaction: typeof emoji === "string" && emoji !== "" ? emoji : null
  })
  return { account, item }
}
