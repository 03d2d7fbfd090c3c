import { DateTime, HashMap, Option } from "effect"
import { queued } from "../conversations/assignment.ts"
import { newConversation } from "../conversations/Conversation.ts"
import { awake, reopen } from "../conversations/conversationActions.ts"
import { conversationOpened, snoozeEnded } from "../webhooks/conversationEvents.ts"
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
 * The conversation of the contact on the account that is not closed. If all are closed, the one that the policy reopens, or
 * a new one (contract: One open conversation; Reopening by a message).
 */
export const joinConversation = (
  state: InboxState,
  { contact }: InboxContact,
  { account, ids, now }: InboxContext
): readonly [InboxState, InboxConversation] => {
  const key = conversationKey(contact.id, account.id)
  const running = HashMap.get(state.conversations, key)
  if (Option.isSome(running)) return [state, running.value]
  const closed = HashMap.get(state.closed, key)
  if (Option.isSome(closed)) {
    const { conversation } = reopen(closed.value.conversation, now)
    const reopened = { ...closed.value, conversation }
    return [announcing(withConversation(state, reopened), (id) => conversationOpened(id, conversation, now)), reopened]
  }
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

/**
 * After something that the person said, which ends a snooze. `isUnreadKind` is whether it can be unread at all; such
 * conversations wait for an assignee if the organization has a policy of assignment.
 */
export const withInbound = (
  entry: InboxConversation,
  times: Timed,
  isUnreadKind: boolean,
  { hasAssignment, now }: Pick<InboxContext, "hasAssignment" | "now">
): InboxConversation => {
  const counts = isUnreadKind && isUnread(times, entry)
  const unreadCount = entry.conversation.unreadCount + (counts ? 1 : 0)
  const conversation = { ...updated(entry, now), ...awake, unreadCount }
  return {
    ...entry,
    lastLearnedAt: times.learnedAt,
    conversation: isUnreadKind && hasAssignment ? queued(conversation, now) : conversation
  }
}

/** Announces that a message of the contact ended the snooze of the conversation. */
export const announceReply = (
  state: InboxState,
  before: InboxConversation,
  { conversation }: InboxConversation,
  now: DateTime.Utc
): InboxState =>
  before.conversation.snoozedAt === null || conversation.snoozedAt !== null
    ? state
    : announcing(state, (id) => snoozeEnded(id, conversation, { cause: "reply", by: "contact" }, now))

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
