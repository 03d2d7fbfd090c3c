import { DateTime } from "effect"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import type { ContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import { later } from "../../../domain/inbound/InboxContact.ts"
import { reopen } from "../../../domain/conversations/conversationActions.ts"
import { openedFor } from "../../../domain/webhooks/conversationEvents.ts"
import type { Message } from "../../../domain/messages/Message.ts"
import { learnedAfter } from "../../../domain/messages/messageOrder.ts"
import { unstarted } from "../../../domain/messages/unread.ts"
import type { SendIntent } from "../../../ports/sends/SendLedger.ts"
import { recordEvent, tracedBy } from "../webhooks/MemoryEventLog.ts"
import { contactKnownBy, withIdentity } from "../contacts/storedIdentities.ts"
import { learnedAt, withMessage } from "../messages/listedMessages.ts"
import type { State, StoredConversation } from "../State.ts"

/** The open conversation of the contact on the account. */
export const runningConversation = (
  { conversations }: State,
  { id, organizationId }: Pick<Contact, "id" | "organizationId">,
  channelAccountId: SendIntent["conversation"]["channelAccountId"]
): StoredConversation | undefined =>
  conversations.find(
    (stored) =>
      stored.organizationId === organizationId &&
      stored.contactId === id &&
      stored.channelAccountId === channelAccountId &&
      stored.status !== "closed"
  )

export const withStoredConversation = (state: State, conversation: StoredConversation): State => ({
  ...state,
  conversations: state.conversations.map((stored) => (stored.id === conversation.id ? conversation : stored))
})

/** The conversation after a message of the business: all of it is read, unless the service itself wrote. */
export const writtenIn = (running: StoredConversation, at: DateTime.Utc, isAutomatic = false): StoredConversation => {
  const writtenAt = learnedAfter(running, at)
  return {
    ...running,
    updatedAt: DateTime.max(running.updatedAt, at),
    lastLearnedAt: writtenAt,
    lastWrittenAt: writtenAt,
    ...(!isAutomatic && { unreadCount: 0, lastSentAt: writtenAt })
  }
}

/** The contact of the intent; created if no contact has the identity. */
const beginContact = (
  state: State,
  { contact, contactEvent, trace }: SendIntent,
  identity: ContactIdentity
): readonly [Contact, State] => {
  const known = contactKnownBy(state, contact.organizationId, identity)
  if (known !== undefined) return [known, state]
  const added = withIdentity({ ...state, contacts: [...state.contacts, contact] }, contact, identity)
  return [contact, recordEvent(added, tracedBy(trace, contactEvent))]
}

/** The closed conversation of the contact that the intent answers, if any. */
const answeredConversation = (
  { conversations }: State,
  { id, organizationId }: Contact,
  { answered, conversation: { channelAccountId } }: SendIntent
): StoredConversation | undefined =>
  conversations.find(
    (stored) =>
      stored.id === answered &&
      stored.organizationId === organizationId &&
      stored.contactId === id &&
      stored.channelAccountId === channelAccountId
  )

/**
 * The conversation of the contact on the account. If all are closed, the answered one is reopened, or a new one begins.
 * An open one is returned unchanged.
 */
const beginConversation = (
  state: State,
  contact: Contact,
  intent: SendIntent,
  sentAt: DateTime.Utc
): readonly [StoredConversation, State] => {
  const { at, conversation, conversationEvent, trace } = intent
  const running = runningConversation(state, contact, conversation.channelAccountId)
  if (running !== undefined) {
    const joined = {
      ...running,
      updatedAt: DateTime.max(running.updatedAt, at),
      lastWrittenAt: later(running.lastWrittenAt, sentAt)
    }
    return [joined, withStoredConversation(state, joined)]
  }
  const answered = answeredConversation(state, contact, intent)
  if (answered !== undefined) {
    const reopened: StoredConversation = { ...answered, ...reopen(answered, at).conversation }
    const current = { ...writtenIn(reopened, sentAt), updatedAt: reopened.updatedAt }
    const announced = openedFor(conversationEvent, contact.id, current.id)
    return [current, recordEvent(withStoredConversation(state, current), tracedBy(trace, announced))]
  }
  const opened: StoredConversation = {
    ...conversation,
    contactId: contact.id,
    isHidden: false,
    updatedAt: DateTime.max(conversation.updatedAt, at),
    ...unstarted,
    lastLearnedAt: sentAt,
    lastSentAt: sentAt,
    lastWrittenAt: sentAt
  }
  const joined = { ...state, conversations: [...state.conversations, opened] }
  return [opened, recordEvent(joined, tracedBy(trace, openedFor(conversationEvent, contact.id)))]
}

/** Creates the contact and conversation of a send to the identity that were missing at its reservation. */
export const beginSend = (
  state: State,
  message: Message,
  intent: SendIntent,
  identity: ContactIdentity
): readonly [Message, State] => {
  const [contact, withRecipient] = beginContact(state, intent, identity)
  const [conversation, joined] = beginConversation(withRecipient, contact, intent, learnedAt(state, message))
  const moved = { ...message, contactId: contact.id, conversationId: conversation.id }
  return [moved, withMessage(joined, moved)]
}
