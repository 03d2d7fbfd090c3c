import { Schema } from "effect"
import { type PhoneNumber } from "../contacts/PhoneNumber.ts"
import { phoneIdentity } from "../contacts/phoneIdentity.ts"
import { Channel, type ChannelAccount, channelRules } from "../conversations/Channel.ts"

/** Most accounts that a refusal lists. */
export const maxListedSenders = 10

/** The organization has connected no account of the channel with this name. */
export class SenderUnknown extends Schema.TaggedError<SenderUnknown>()("SenderUnknown", {
  channel: Channel,
  /** Names of the connected accounts, at most `maxListedSenders`. */
  available: Schema.Array(Schema.String),
  /** Connected accounts beyond those. */
  more: Schema.Int
}) {}

/** The account of the conversation is no longer connected, so no reply can leave from it. */
export class ConversationDisconnected extends Schema.TaggedError<ConversationDisconnected>()(
  "ConversationDisconnected",
  { channel: Channel }
) {}

/** An account as refusals name it: the display name and the platform's id. */
const senderName = ({ displayName, externalId }: ChannelAccount): string =>
  displayName === "" || displayName === externalId ? externalId : `${displayName} (${externalId})`

/** The refusal of a name that none of the accounts has. */
export const senderUnknown = (channel: Channel, accounts: ReadonlyArray<ChannelAccount>): SenderUnknown =>
  new SenderUnknown({
    channel,
    available: accounts.slice(0, maxListedSenders).map(senderName),
    more: Math.max(0, accounts.length - maxListedSenders)
  })

/**
 * The account that a caller names by its id, by the platform's id, or on WhatsApp by its phone number in any form.
 * `readPhone` reads a phone number; null for text that is none. An id wins over a number with the same digits.
 */
export const accountNamed = (
  accounts: ReadonlyArray<ChannelAccount>,
  name: string,
  readPhone: (text: string) => PhoneNumber | null
): ChannelAccount | undefined => {
  const text = name.trim()
  const byId = accounts.find(({ externalId, id }) => externalId === text || id === text.toLowerCase())
  if (byId !== undefined) return byId
  const phone = readPhone(text)
  if (phone === null) return undefined
  return accounts.find(({ channel, displayName }) => {
    const own = channelRules[channel].identity === "phone" ? readPhone(displayName) : null
    return own !== null && phoneIdentity(own) === phoneIdentity(phone)
  })
}
