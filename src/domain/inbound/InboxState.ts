import { DateTime, HashMap, Option, type Schema } from "effect"
import type { ChannelAccount } from "../conversations/Channel.ts"
import type { VendorContactId } from "../contacts/Contact.ts"
import type {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  MediaId,
  MessageId,
  PlatformMessageId
} from "../Ids.ts"
import type { FileAddresses, NewMedia } from "../media/Media.ts"
import type { CountryCode, PhoneNumber } from "../contacts/PhoneNumber.ts"
import { type ContactIdentity, identityKey } from "../contacts/ContactIdentity.ts"
import type { Conversation } from "../conversations/Conversation.ts"
import type { ThreadControl } from "../conversations/threadControl.ts"
import type { WordMeanings } from "../contacts/StopWords.ts"
import type { Event } from "../webhooks/Event.ts"
import type { Message } from "../messages/Message.ts"
import type { ConversationClock } from "../messages/unread.ts"
import type { Inbound } from "./Inbound.ts"
import type { InboxContact } from "./InboxContact.ts"

/** The ids of whatever a report may bring about. */
export interface InboxIds {
  readonly contactId: ContactId
  readonly vendorContactId: VendorContactId
  readonly conversationId: ConversationId
  readonly messageId: MessageId
  /** Ids for the files of the report, one each. */
  readonly mediaIds: ReadonlyArray<MediaId>
}

/** Input for processing a report, beside the report itself. */
export interface InboxContext extends FileAddresses {
  /** The number, Page or account that it is about. */
  readonly account: ChannelAccount
  /** When it is acted on. */
  readonly now: DateTime.Utc
  readonly ids: InboxIds
  /** The country of a number; null for a number that no country has. */
  readonly countryOf: (phone: PhoneNumber) => CountryCode | null
  /** The stop words of the organization; empty if it has none. */
  readonly words: WordMeanings
  /** Whether the organization assigns conversations by a policy. */
  readonly hasAssignment: boolean
}

/** A conversation that is not closed, and the instants that decide which of its messages are unread. */
export interface InboxConversation extends ConversationClock {
  readonly conversation: Conversation
  /** An outbound message was reported late, so the unread messages have to be recounted. */
  readonly isRecounted: boolean
  /** The latest handover of the thread; absent without one. */
  readonly control?: ThreadControl
}

/** A message with what the platform said of it, word for word; null for one of ours. */
export interface InboxMessage {
  readonly message: Message
  /** When this service learned of it; later than of every earlier message of the conversation. */
  readonly learnedAt: DateTime.Utc
  /** The instant at which its conversation lists it. */
  readonly listedAt: DateTime.Utc
  readonly raw: Schema.Json | null
  /** Whether it is unread for as long as the business does not write later. */
  readonly countsUnread: boolean
}

/** A report about a message or a person that is not known yet, or about a message whose outcome is not recorded yet. */
export interface ParkedReport {
  readonly channelAccountId: ChannelAccountId
  /** Null for one that waits for a person, or about everything that was sent up to some instant. */
  readonly platformMessageId: PlatformMessageId | null
  readonly item: Inbound
}

/** A contact that was merged into another one. */
export interface ContactMerge {
  readonly from: ContactId
  readonly into: ContactId
}

/**
 * The part of an organization's state that some reports concern, and its changes. The state was read for these reports;
 * anything absent does not exist.
 */
export interface InboxState {
  readonly contacts: HashMap.HashMap<ContactId, InboxContact>
  readonly people: HashMap.HashMap<string, ContactId>
  /** The contacts that sends without an outcome were reserved for, by identities that no contact has yet. */
  readonly intended: HashMap.HashMap<string, ContactId>
  readonly conversations: HashMap.HashMap<string, InboxConversation>
  /** The closed conversation that the next message reopens, by the same keys. Empty if a message reopens none. */
  readonly closed: HashMap.HashMap<string, InboxConversation>
  readonly messages: HashMap.HashMap<MessageId, InboxMessage>
  readonly platformIds: HashMap.HashMap<string, MessageId>
  readonly parked: HashMap.HashMap<string, ParkedReport>
  /** In the order in which they were found. */
  readonly merges: ReadonlyArray<ContactMerge>
  readonly media: ReadonlyArray<NewMedia>
  /** The events, in order. Each gets its id when it is recorded. */
  readonly events: ReadonlyArray<(id: EventId) => Event>
}

/** Knows no contact, conversation or message, and announces no event. */
export const emptyInbox: InboxState = {
  contacts: HashMap.empty(),
  people: HashMap.empty(),
  intended: HashMap.empty(),
  conversations: HashMap.empty(),
  closed: HashMap.empty(),
  messages: HashMap.empty(),
  platformIds: HashMap.empty(),
  parked: HashMap.empty(),
  merges: [],
  media: [],
  events: []
}

/** The conversation of a contact on an account. */
export const conversationKey = (contactId: ContactId, accountId: ChannelAccountId): string =>
  `${contactId} ${accountId}`

const platformKey = (accountId: ChannelAccountId, id: PlatformMessageId): string => `${accountId} ${id}`

/** The key of a parked report: repetitions of a report have the same one, so it is parked once. */
export const parkedKey = ({ channelAccountId, item, platformMessageId }: ParkedReport): string =>
  JSON.stringify([channelAccountId, platformMessageId, item.key])

/** Adds the contact, or replaces the one with its id. The state finds it by each of its identities from then on. */
export const withContact = (state: InboxState, entry: InboxContact): InboxState => ({
  ...state,
  contacts: HashMap.set(state.contacts, entry.contact.id, entry),
  people: entry.identities.reduce(
    (people, identity) => HashMap.set(people, identityKey(identity), entry.contact.id),
    state.people
  )
})

/** Adds the conversation or replaces that of the same contact and account. */
export const withConversation = (state: InboxState, entry: InboxConversation): InboxState => ({
  ...state,
  conversations: HashMap.set(
    state.conversations,
    conversationKey(entry.conversation.contactId, entry.conversation.channelAccountId),
    entry
  )
})

/** Adds a closed conversation that a message may reopen. Of several with one key, the one that was closed last stays. */
export const withClosed = (state: InboxState, entry: InboxConversation): InboxState => {
  const { channelAccountId, closedAt, contactId } = entry.conversation
  const key = conversationKey(contactId, channelAccountId)
  const isLater = Option.match(HashMap.get(state.closed, key), {
    onNone: () => true,
    onSome: ({ conversation: { closedAt: known } }) =>
      closedAt !== null && (known === null || DateTime.isGreaterThan(closedAt, known))
  })
  return isLater ? { ...state, closed: HashMap.set(state.closed, key, entry) } : state
}

/** Adds the message, or replaces the one with its id. The state finds it by the platform's id, if it has one. */
export const withMessage = (state: InboxState, entry: InboxMessage): InboxState => {
  const { channelAccountId, id, platformMessageId } = entry.message
  return {
    ...state,
    messages: HashMap.set(state.messages, id, entry),
    platformIds:
      platformMessageId === null
        ? state.platformIds
        : HashMap.set(state.platformIds, platformKey(channelAccountId, platformMessageId), id)
  }
}

/**
 * Adds a send that was reserved for an identity without a contact. If a contact has the identity by now, the send is to
 * that contact. Otherwise a new contact with the identity gets the id of the first such send, so reports about the
 * person find the send.
 */
export const withIntended = (state: InboxState, identity: ContactIdentity, entry: InboxMessage): InboxState => {
  const key = identityKey(identity)
  const known = Option.orElse(HashMap.get(state.people, key), () => HashMap.get(state.intended, key))
  const contactId = Option.getOrElse(known, () => entry.message.contactId)
  const intended = HashMap.set(state.intended, key, contactId)
  return withMessage({ ...state, intended }, { ...entry, message: { ...entry.message, contactId } })
}

/** Adds the report; a repetition replaces it. */
export const withParked = (state: InboxState, report: ParkedReport): InboxState => ({
  ...state,
  parked: HashMap.set(state.parked, parkedKey(report), report)
})

/** The report has been acted on. */
export const withoutParked = (state: InboxState, report: ParkedReport): InboxState =>
  !HashMap.isEmpty(state.parked) && HashMap.has(state.parked, parkedKey(report))
    ? { ...state, parked: HashMap.remove(state.parked, parkedKey(report)) }
    : state

/** Appends the events, in this order. Their ids are given when the state is written. */
export const announcing = (state: InboxState, ...events: InboxState["events"]): InboxState =>
  events.length === 0 ? state : { ...state, events: [...state.events, ...events] }

/** Those who are known by one of these, each once. */
export const contactsKnownBy = (
  state: InboxState,
  identities: ReadonlyArray<ContactIdentity>
): ReadonlyArray<InboxContact> => {
  const ids = new Set(
    identities.flatMap((identity) => Option.toArray(HashMap.get(state.people, identityKey(identity))))
  )
  return [...ids].flatMap((id) => Option.toArray(HashMap.get(state.contacts, id)))
}

/** The message with the platform's id. Such an id is unique for one account only. */
export const messageByPlatformId = (
  state: InboxState,
  accountId: ChannelAccountId,
  id: PlatformMessageId
): Option.Option<InboxMessage> =>
  Option.flatMap(HashMap.get(state.platformIds, platformKey(accountId, id)), (messageId) =>
    HashMap.get(state.messages, messageId)
  )

/** The reports that wait for a message of the account. */
export const parkedFor = (
  state: InboxState,
  accountId: ChannelAccountId,
  id: PlatformMessageId
): ReadonlyArray<ParkedReport> =>
  [...HashMap.values(state.parked)].filter(
    ({ channelAccountId, platformMessageId }) => channelAccountId === accountId && platformMessageId === id
  )

/** The surviving contact after all merges; the contact itself without one. */
export const mergedInto = ({ merges }: InboxState, id: ContactId): ContactId =>
  merges.reduce((current, { from, into }) => (current === from ? into : current), id)

/** The consent changes that the reports made, with their contacts. */
export const newConsents = (before: InboxState, after: InboxState) => {
  const known = new Set([...HashMap.values(before.contacts)].flatMap(({ consents }) => consents))
  return [...HashMap.values(after.contacts)].flatMap(({ consents, contact }) =>
    consents.flatMap((change) => (known.has(change) ? [] : [{ contactId: contact.id, change }]))
  )
}

/** A conversation that went into another one. */
export interface JoinedConversation {
  readonly gone: ConversationId
  readonly into: ConversationId
}

/** The conversations that are gone: what two contacts had on one account is in one of them. */
export const joinedConversations = (before: InboxState, after: InboxState): ReadonlyArray<JoinedConversation> => {
  const remaining = new Set([...HashMap.values(after.conversations)].map(({ conversation }) => conversation.id))
  return [...HashMap.values(before.conversations)].flatMap(({ conversation: { channelAccountId, contactId, id } }) => {
    if (remaining.has(id)) return []
    const into = HashMap.get(after.conversations, conversationKey(mergedInto(after, contactId), channelAccountId))
    return Option.toArray(Option.map(into, ({ conversation }) => ({ gone: id, into: conversation.id })))
  })
}

/**
 * The identities of people that parked reports may wait for: new contacts, and recipients of messages that were unknown
 * before.
 */
export const peopleMet = (before: InboxState, after: InboxState): ReadonlyArray<string> => {
  const writtenTo = new Set(
    [...HashMap.values(after.messages)].flatMap(({ message: { contactId, direction, id } }) =>
      direction === "outbound" && !HashMap.has(before.messages, id) ? [contactId] : []
    )
  )
  const contacts = [...HashMap.values(after.contacts)].filter(
    ({ contact: { id } }) => writtenTo.has(id) || !HashMap.has(before.contacts, id)
  )
  const values = contacts.flatMap(({ identities }) => identities.map(({ value }) => value))
  const phones = contacts.flatMap(({ contact: { phone } }) => (phone === null ? [] : [phone]))
  return [...new Set([...values, ...phones])]
}
