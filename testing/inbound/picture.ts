import { HashMap, Option, Schema } from "effect"
import { identityKey } from "../../src/domain/contacts/ContactIdentity.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import type { ContactId } from "../../src/domain/Ids.ts"
import type { InboxContact } from "../../src/domain/inbound/InboxContact.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  conversationKey,
  parkedKey
} from "../../src/domain/inbound/InboxState.ts"
import { inConversation } from "../../src/domain/messages/messageOrder.ts"
import { isUnread } from "../../src/domain/messages/unread.ts"
import { contactsIn, conversationsIn, messagesIn } from "./given.ts"
import { announced } from "./world.ts"

/** Converts a value to JSON, so that times are compared by value. */
const plain = (value: unknown): Schema.Json => Schema.decodeUnknownSync(Schema.Json)(JSON.parse(JSON.stringify(value)))

const sorted = (all: ReadonlyArray<unknown>): ReadonlyArray<Schema.Json> =>
  all
    .map((one) => ({ one: plain(one), text: JSON.stringify(one) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ one }) => one)

const keysOf = ({ identities }: InboxContact): string => identities.map(identityKey).sort().join()

/** The key of a contact by its identities, also after a merge. */
const refOf = (state: InboxState, id: ContactId): string => {
  const survivor = state.merges.reduce((current, { from, into }) => (current === from ? into : current), id)
  return Option.match(HashMap.get(state.contacts, survivor), { onNone: () => "none", onSome: keysOf })
}

/** The unread messages, recounted where needed. */
export const unreadIn = (
  state: InboxState,
  { conversation, isRecounted, lastEchoAt, lastSentAt }: InboxConversation
): number =>
  isRecounted
    ? messagesIn(state).filter(
        ({ countsUnread, learnedAt, message: { conversationId, createdAt } }) =>
          countsUnread &&
          conversationId === conversation.id &&
          isUnread({ createdAt, learnedAt }, { lastSentAt, lastEchoAt })
      ).length
    : conversation.unreadCount

/** The messages of each account in list order, by platform ids. */
export const listed = (state: InboxState): ReadonlyArray<string> =>
  messagesIn(state)
    .map(({ listedAt, message }) => ({ id: message.id, listedAt, message }))
    .toSorted(inConversation)
    .map(({ message }) => `${message.channelAccountId} ${message.platformMessageId}`)

const contactPicture = (inboxContact: InboxContact) => {
  const { contact, identities, phoneAt, watermarks, ...facts } = inboxContact
  const { createdAt: _, id: __, updatedAt: ___, vendorContactId: ____, ...own } = contact
  return {
    ...facts,
    ...own,
    // Reports of a number that a user set leave no trace, so they count only after a change.
    isPhoneReported: phoneAt !== null,
    tags: contact.tags.toSorted(),
    identities: identities.map(identityKey).sort(),
    watermarks: sorted(watermarks)
  }
}

const conversationPicture = (state: InboxState, entry: InboxConversation) => {
  const { assigneeId, channelAccountId, contactId, source, status } = entry.conversation
  return {
    contact: refOf(state, contactId),
    assigneeId,
    channelAccountId,
    source,
    status,
    control: entry.control ?? null,
    lastSentAt: entry.lastSentAt,
    lastEchoAt: entry.lastEchoAt,
    unread: unreadIn(state, entry)
  }
}

/** Receipt times without the ones that depend on the order of watermark and message. */
const receiptTimes = ({ channel, deliveredAt, readAt }: InboxMessage["message"]) =>
  channel === "whatsapp" ? { deliveredAt, readAt } : { deliveredAt: deliveredAt !== null, readAt: readAt !== null }

const messagePicture = (state: InboxState, entry: InboxMessage) => {
  const { contactId, conversationId, ...own } = entry.message
  const key = conversationKey(contactId, own.channelAccountId)
  // The time at which a message is learned of is the order of arrival itself.
  const { learnedAt: _, listedAt: __, ...reported } = entry
  const conversation = Option.getOrUndefined(HashMap.get(state.conversations, key))
  return {
    ...reported,
    message: { ...own, ...receiptTimes(entry.message) },
    contact: refOf(state, contactId),
    isInTheirConversation: conversation?.conversation.id === conversationId
  }
}

const eventPicture = (state: InboxState, { data, type }: Event): Schema.Json => {
  if (type === "contact.created" || type === "contact.updated") return [type, refOf(state, data.contact.id)]
  if (type === "conversation.opened" || type === "conversation.closed") {
    return [type, data.conversation.channel, refOf(state, data.conversation.contact_id)]
  }
  if (type === "message.received") {
    const { contact_id, conversation_id: _, ...content } = data
    return plain([type, content, refOf(state, contact_id)])
  }
  if (type === "message.reaction" || type === "message.edited" || type === "message.deleted") {
    const { contact_id, conversation_id: _, ...content } = data
    // Whether a later one was known depends on the order; of two deletions the first determines the time.
    const own = type === "message.deleted" ? { ...content, timestamp: "" } : { ...content, latest: "" }
    return plain([type, own, refOf(state, contact_id)])
  }
  if (type === "message.delivered" || type === "message.read") {
    // The first announced report determines the time and the price known by then, and any of them may be first.
    const { pricing: _, ...receipt } = data
    return plain([type, { ...receipt, timestamp: "" }])
  }
  return plain([type, data])
}

/** Whether it is an edit of a deleted message, which is announced only before the deletion. */
const isEditOfDeleted = (state: InboxState, { data, type }: Event): boolean =>
  type === "message.edited" &&
  messagesIn(state).some(
    ({ message: { annotations, platformMessageId } }) =>
      platformMessageId === data.message_id && annotations.deletedAt !== undefined
  )

/** Events of intermediate states, which depend on the order of arrival. */
const inBetween: ReadonlySet<Event["type"]> = new Set([
  "contact.opted_in",
  "contact.opted_out",
  "contact.updated",
  "conversation.updated"
])

/** The set of announced events, without intermediate states of contacts and conversations. */
export const eventsPicture = (state: InboxState): ReadonlyArray<Schema.Json> =>
  sorted(
    announced(state)
      .filter(({ type }) => !inBetween.has(type))
      .filter((event) => !isEditOfDeleted(state, event))
      .map((event) => eventPicture(state, event))
  )

/** The announced events of messages. */
export const messageEvents = (state: InboxState): ReadonlyArray<Schema.Json> =>
  sorted(
    announced(state)
      .filter((event) => event.type.startsWith("message.") || event.type === "postback")
      .filter((event) => !isEditOfDeleted(state, event))
      .map((event) => eventPicture(state, event))
  )

/** The whole state without generated ids and times of receipt. */
export const picture = (state: InboxState) => ({
  contacts: sorted(contactsIn(state).map(contactPicture)),
  conversations: sorted(conversationsIn(state).map((entry) => conversationPicture(state, entry))),
  messages: sorted(messagesIn(state).map((entry) => messagePicture(state, entry))),
  parked: [...HashMap.values(state.parked)].map(parkedKey).sort(),
  media: sorted(state.media.map((media) => ({ ...media, createdAt: "" })))
})
