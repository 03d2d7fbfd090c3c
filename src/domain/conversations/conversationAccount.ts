import type { ChannelAccount } from "./Channel.ts"
import type { Conversation } from "./Conversation.ts"
import type { ChannelAccountId } from "../Ids.ts"

/** The account of a conversation as views name it. */
export interface ConversationAccount {
  readonly id: ChannelAccountId
  /** The platform's id and the name; null if the account is no longer connected. */
  readonly externalId: string | null
  readonly displayName: string | null
}

/**
 * The account of a conversation, if the organization has several on the channel or the account is no longer connected;
 * null where there is no doubt. `accounts`: the connected accounts of the channel.
 */
export const conversationAccount = (
  { channelAccountId }: Pick<Conversation, "channelAccountId">,
  accounts: ReadonlyArray<ChannelAccount>
): ConversationAccount | null => {
  const own = accounts.find(({ id }) => id === channelAccountId)
  if (own === undefined) return { id: channelAccountId, externalId: null, displayName: null }
  return accounts.length < 2 ? null : own
}
