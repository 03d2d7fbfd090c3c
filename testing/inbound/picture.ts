import { HashMap, Option, Schema } from "effect"
import { identityKey } from "../../src/domain/contacts/ContactIdentity.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import type { ContactId } from "../../src/domain/Ids.ts"
import type { InboxContact } from "../../src/domain/inbound/InboxContact.ts"
import {
  conversationKey,
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  parkedKey
} from "../../src/domain/inbound/InboxState.ts"
import { inConversation, isUnread } from "../../src/domain/messages/messageOrder.ts"
import { contactsIn, conversationsIn, messagesIn } from "./given.ts"
import { announced } from "./world.ts"

/** As JSON, so that instants are compared by what they are. */
const plain = (value: unknown): Schema.Json => Schema.decodeUnknownSync(Schema.Json)(JSON.parse(JSON.stringify(value)))

const sorted = (all: ReadonlyArray<unknown>): ReadonlyArray<Schema.Json> =>
  all
    .map((one) => ({ one: plain(one), text: JSON.stringify(one) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ one }) => one)

const keysOf = ({ identities }: InboxContact): string => identities.map(identityKey).sort().join()

/** A contact by their identities, also after a merge. */
const refOf = (state: InboxState, id: ContactId): string => {
  const survivor = state.merges.reduce((current, { from, into }) => (current === from ? into : current), id)
  return Option.match(HashMap.get(state.contacts, survivor), { onNone: () => "none", onSome: keysOf })
}

/** The unread messages, counted again where needed. */
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

/** The messages of each account in the order in which they are listed, by the platform's ids. */
export const listed = (state: InboxState): ReadonlyArray<string> =>
  messagesIn(state)
    .map(({ listedAt, message }) => ({ id: message.id, listedAt, message }))
    .toSorted(inConversation)
    .map(({ message }) => `${message.channelAccountId} ${message.platformMessageId}`)

const contactPicture = (met: InboxContact) => {
  const { contact, identities, phoneAt, watermarks, ...told } = met
  const { createdAt: _, id: __, updatedAt: ___, vendorContactId: ____, ...own } = contact
  return {
    ...told,
    ...own,
    // Reports of a number that was given here leave no trace, so they count only when they come after a change.
    isPhoneReported: phoneAt !== null,
    tags: contact.tags.toSorted(),
    identities: identities.map(identityKey).sort(),
    watermarks: sorted(watermarks)
  }
}

const conversationPicture = (state: InboxState, held: InboxConversation) => {
  const { assigneeId, channelAccountId, contactId, source, status } = held.conversation
  return {
    contact: refOf(state, contactId),
    assigneeId,
    channelAccountId,
    source,
    status,
    control: held.control ?? null,
    lastSentAt: held.lastSentAt,
    lastEchoAt: held.lastEchoAt,
    unread: unreadIn(state, held)
  }
}

/** When a watermark says that a message arrived depends on which of them came before the message. */
const receiptTimes = ({ channel, deliveredAt, readAt }: InboxMessage["message"]) =>
  channel === "whatsapp" ? { deliveredAt, readAt } : { deliveredAt: deliveredAt !== null, readAt: readAt !== null }

const messagePicture = (state: InboxState, held: InboxMessage) => {
  const { contactId, conversationId, ...own } = held.message
  const key = conversationKey(contactId, own.channelAccountId)
  // When something is learned of is the order of arrival itself.
  const { learnedAt: _, listedAt: __, ...reported } = held
  const conversation = Option.getOrUndefined(HashMap.get(state.conversations, key))
  return {
    ...reported,
    message: { ...own, ...receiptTimes(held.message) },
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
    const { contact_id, conversation_id: _, ...told } = data
    return plain([type, told, refOf(state, contact_id)])
  }
  if (type === "message.reaction" || type === "message.edited" || type === "message.deleted") {
    const { contact_id, conversation_id: _, ...told } = data
    // Whether a later one was known depends on the order; of two deletions the first gives the time.
    const own = type === "message.deleted" ? { ...told, timestamp: "" } : { ...told, latest: "" }
    return plain([type, own, refOf(state, contact_id)])
  }
  if (type === "message.delivered" || type === "message.read") {
    // The first announced report gives the time and the price known by then, and any of them may come first.
    const { pricing: _, ...receipt } = data
    return plain([type, { ...receipt, timestamp: "" }])
  }
  return plain([type, data])
}

/** An edit of a deleted message is announced only where it came before the deletion. */
const isEditOfDeleted = (state: InboxState, { data, type }: Event): boolean =>
  type === "message.edited" &&
  messagesIn(state).some(
    ({ message: { annotations, platformMessageId } }) =>
      platformMessageId === data.message_id && annotations.deletedAt !== undefined
  )

/** Events of states in between, which depend on the order of arrival. */
const inBetween: ReadonlySet<Event["type"]> = new Set(["contact.updated", "conversation.updated"])

/** The announced events, as a set, without the states of a contact or a conversation in between. */
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

/** What there is, but for our ids and our times. */
export const picture = (state: InboxState) => ({
  contacts: sorted(contactsIn(state).map(contactPicture)),
  conversations: sorted(conversationsIn(state).map((held) => conversationPicture(state, held))),
  messages: sorted(messagesIn(state).map((held) => messagePicture(state, held))),
  parked: [...HashMap.values(state.parked)].map(parkedKey).sort(),
  media: sorted(state.media.map((media) => ({ ...media, createdAt: "" })))
})
