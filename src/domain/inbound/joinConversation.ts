import { DateTime, HashMap, Option } from "effect"
import { newConversation } from "../conversations/Conversation.ts"
import { conversationOpened } from "../webhooks/conversationEvents.ts"
import { isUnread, type Timed, unstarted } from "../messages/unread.ts"
import type { InboxContact } from "./InboxContact.ts"
import {
  type InboxContext,
  type InboxConversation,
  type InboxState,
  announcing,
  conversationKey,
  withConversation
} from "./InboxState.ts"

/**
 * The conversation of the contact on the account that is not closed; a new one when all are (contract: One open
 * conversation).
 */
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
  const opened = { conversation, ...unstarted, isRecounted: false }
  return [announcing(withConversation(state, opened), (id) => conversationOpened(id, conversation)), opened]
}

const updated = ({ conversation }: InboxConversation, now: DateTime.Utc) => ({
  ...conversation,
  updatedAt: DateTime.max(conversation.updatedAt, now)
})

/** After something that the person said. `isUnreadKind` is whether it can be unread at all. */
export const withInbound = (
  entry: InboxConversation,
  times: Timed,
  isUnreadKind: boolean,
  now: DateTime.Utc
): InboxConversation => {
  const counts = isUnreadKind && isUnread(times, entry)
  return {
    ...entry,
    lastLearnedAt: times.learnedAt,
    conversation: { ...updated(entry, now), unreadCount: entry.conversation.unreadCount + (counts ? 1 : 0) }
  }
}

/** After something that the business said elsewhere: what the person said before it is read. */
export const withEcho = (entry: InboxConversation, times: Timed, now: DateTime.Utc): InboxConversation => {
  const { lastEchoAt } = entry
  const isLast = lastEchoAt === null || DateTime.isGreaterThan(times.createdAt, lastEchoAt)
  return {
    ...entry,
    lastLearnedAt: times.learnedAt,
    lastEchoAt: isLast ? times.createdAt : lastEchoAt,
    conversation: updated(entry, now),
    isRecounted: entry.isRecounted || isLast
  }
}
