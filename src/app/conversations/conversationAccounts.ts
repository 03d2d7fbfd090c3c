import { Effect } from "effect"
import type { Channel } from "../../domain/conversations/Channel.ts"
import {
  type Conversation,
  type ConversationAccount,
  conversationAccount
} from "../../domain/conversations/Conversation.ts"
import type { ConversationId, OrganizationId } from "../../domain/Ids.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"

/** The accounts of conversations that views name, by conversation: see `conversationAccount`. */
export const conversationAccounts = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  conversations: ReadonlyArray<Conversation>
) {
  const { ofChannel } = yield* ChannelAccounts
  const channels = new Set<Channel>(conversations.map(({ channel }) => channel))
  const accounts = new Map(
    yield* Effect.forEach(channels, (channel) =>
      Effect.map(ofChannel(organizationId, channel), (connected) => [channel, connected] as const)
    )
  )
  return new Map<ConversationId, ConversationAccount>(
    conversations.flatMap((conversation) => {
      const account = conversationAccount(conversation, accounts.get(conversation.channel) ?? [])
      return account === null ? [] : [[conversation.id, account] as const]
    })
  )
})
