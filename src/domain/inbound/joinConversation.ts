import { DateTime, HashMap, Option } from "effect"
import { newConversation } from "../conversation/Conversation.ts"
import { conversationOpened } from "../delivery/Event.ts"
import type { InboxContact } from "./InboxContact.ts"
import type { InboxContext } from "./InboxContext.ts"
import { announcing, conversationKey, type InboxConversation, type InboxState, withConversation } from "./InboxState.ts"

/** The conversation of the contact on the account that is not closed; a new one when all are (contract C10). */
export const joinConversation = (
  state: InboxState,
  { contact }: InboxContact,
  { account, ids, now }: InboxContext
): readonly [InboxState, InboxConversation] => {
  const running = HashMap.get(state.conversations, conversationKey(contact.id, account.id))
  if (Option.isSome(running)) return [state, running.value]
  const { channel, id: channelAccountId, organizationId } = account
  const conversation = newConversation(
    {
      id: ids.conversationId,
      organizationId,
      contactId: contact.id,
      channel,
      channelAccountId,
      source: channel
    },
    now
  )
  const opened = { conversation, lastOutboundAt: null, isRecounted: false }
  return [announcing(withConversation(state, opened), (id) => conversationOpened(id, conversation)), opened]
}

/** After something that the person said; it is unread unless the business wrote later. */
export const withInbound = (
  held: InboxConversation,
  at: DateTime.Utc,
  isUnread: boolean,
  now: DateTime.Utc
): InboxConversation => {
  const { conversation, lastOutboundAt } = held
  const counts = isUnread && (lastOutboundAt === null || DateTime.isGreaterThan(at, lastOutboundAt))
  return {
    ...held,
    conversation: {
      ...conversation,
      unreadCount: conversation.unreadCount + (counts ? 1 : 0),
      updatedAt: DateTime.max(conversation.updatedAt, now)
    }
  }
}

/** After something that the business said elsewhere. */
export const withOutbound = (held: InboxConversation, at: DateTime.Utc, now: DateTime.Utc): InboxConversation => {
  const { conversation, lastOutboundAt } = held
  const isLast = lastOutboundAt === null || DateTime.isGreaterThan(at, lastOutboundAt)
  return {
    conversation: { ...conversation, updatedAt: DateTime.max(conversation.updatedAt, now) },
    lastOutboundAt: isLast ? at : lastOutboundAt,
    isRecounted: held.isRecounted || isLast
  }
}
