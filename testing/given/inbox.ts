import { type DateTime, Effect, HashMap } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { identityKey, metIdentity, personIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { newConversation } from "../../src/domain/conversations/Conversation.ts"
import { ContactId, ConversationId, MessageId, type OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import type { Inbound, PersonId } from "../../src/domain/inbound/Inbound.ts"
import type { InboxContact } from "../../src/domain/inbound/InboxContact.ts"
import type { InboxNeeds } from "../../src/domain/inbound/InboxNeeds.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  withContact,
  withConversation
} from "../../src/domain/inbound/InboxState.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { reportedListedAt } from "../../src/domain/messages/messageOrder.ts"
import { type ConversationClock, unstarted } from "../../src/domain/messages/unread.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { Inbox } from "../../src/ports/inbound/Inbox.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { nextEra } from "./era.ts"
import { givenAccount, givenOrganization, uuid } from "./given.ts"

const noNeeds: InboxNeeds = { identities: [], messages: [], sent: [], marks: [], consents: false, reopensSince: null }

/** The rows of the organization that the needs include. */
export const loaded = Effect.fnUntraced(function* (organizationId: OrganizationId, needs: Partial<InboxNeeds>) {
  return yield* (yield* Inbox).load(organizationId, { ...noNeeds, ...needs })
})

/** Loads the needed rows and saves them changed in one transaction. Returns the saved state. */
export const changed = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  needs: Partial<InboxNeeds>,
  ...changes: ReadonlyArray<(state: InboxState) => InboxState>
) {
  const { save } = yield* Inbox
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const before = yield* loaded(organizationId, needs)
      const after = changes.reduce((state, change) => change(state), before)
      yield* save(organizationId, before, after, at)
      return after
    })
  )
})

/** An organization with a WhatsApp number and a Page, its base time, and no contacts. */
export const givenInbox = Effect.gen(function* () {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id)
  const page = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
  return { id, at, account, page }
})

/** A new contact of the account with these ids. */
export const newInboxContact = Effect.fnUntraced(function* (
  account: ChannelAccount,
  at: DateTime.Utc,
  ids: ReadonlyArray<PersonId>,
  {
    contact: changes,
    ...reported
  }: Partial<Omit<InboxContact, "contact">> & {
    readonly contact?: Partial<InboxContact["contact"]>
  } = {}
) {
  const { uuid, vendorContactId } = yield* IdSource
  const { channel, organizationId } = account
  const id = ContactId.make(yield* uuid)
  const draft = { id, vendorContactId: yield* vendorContactId, organizationId, source: channel }
  const person: InboxContact = {
    contact: { ...newContact(draft, at), ...changes },
    identities: ids.map((one) => metIdentity(account, one)),
    nameAt: null,
    phoneAt: null,
    optedInAt: null,
    watermarks: [],
    consents: [],
    ...reported
  }
  return person
})

/** A new conversation between the account and the contact. */
export const talkWith = Effect.fnUntraced(function* (
  account: ChannelAccount,
  { contact }: InboxContact,
  at: DateTime.Utc,
  changes: Partial<InboxConversation["conversation"]> = {},
  clock: Partial<ConversationClock> = {}
) {
  const { channel, id: channelAccountId, organizationId } = account
  const id = ConversationId.make(yield* uuid)
  const draft = { id, organizationId, contactId: contact.id, channel, channelAccountId, source: channel }
  const thread: InboxConversation = {
    conversation: { ...newConversation(draft, at), ...changes },
    ...unstarted,
    ...clock,
    isRecounted: false
  }
  return thread
})

/** A message in the conversation: of the person, or of the business outside of this service. */
export const saidIn = Effect.fnUntraced(function* (
  { conversation }: InboxConversation,
  at: DateTime.Utc,
  direction: Message["direction"],
  changes: Partial<Message> = {},
  facts: Partial<InboxMessage> = {}
) {
  const message: Message = {
    id: MessageId.make(yield* uuid),
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    channel: conversation.channel,
    channelAccountId: conversation.channelAccountId,
    direction,
    peer: "15551234567",
    type: "text",
    content: { text: "Hello" },
    status: direction === "inbound" ? "delivered" : "sent",
    platformMessageId: PlatformMessageId.make(`m_${yield* uuid}`),
    failure: null,
    deliveredAt: null,
    readAt: null,
    annotations: {},
    createdAt: at,
    ...changes
  }
  const { learnedAt = at } = facts
  const inboxMessage: InboxMessage = {
    message,
    learnedAt,
    listedAt: reportedListedAt({ ...message, learnedAt }, unstarted),
    raw: null,
    countsUnread: direction === "inbound",
    ...facts
  }
  return inboxMessage
})

/** The key of a message in needs. */
export const messageKey = ({ message: { channelAccountId, platformMessageId } }: Pick<InboxMessage, "message">) => ({
  channelAccountId,
  platformMessageId: platformMessageId ?? PlatformMessageId.make("none")
})

/** A report that all messages to the person up to that time were read. */
export const readUpTo = (
  { channel, externalId: accountExternalId }: ChannelAccount,
  person: PersonId,
  upTo: DateTime.Utc,
  key = "read"
): Extract<Inbound, { readonly _tag: "ReadUpTo" }> => ({
  _tag: "ReadUpTo",
  key,
  at: upTo,
  channel,
  accountExternalId,
  person: { ids: [person], name: null, username: null },
  upTo
})

const byId = <A>(rows: Iterable<A>, id: (row: A) => string): ReadonlyArray<A> =>
  [...rows].toSorted((one, other) => (id(one) < id(other) ? -1 : 1))

const ordered = (person: InboxContact): InboxContact => ({
  ...person,
  identities: byId(person.identities, identityKey),
  watermarks: byId(person.watermarks, ({ channelAccountId }) => channelAccountId)
})

/** A state in comparable form, independent of the order of reading. */
export const comparable = ({ contacts, conversations, messages, parked, people, platformIds }: InboxState) => ({
  contacts: byId(HashMap.values(contacts), ({ contact }) => contact.id).map(ordered),
  people: byId(HashMap.entries(people), ([key]) => key),
  conversations: byId(HashMap.values(conversations), ({ conversation }) => conversation.id),
  messages: byId(HashMap.values(messages), ({ message }) => message.id).map(
    ({ countsUnread, learnedAt, listedAt, message, raw }) =>
      // Messages of the business are never unread, so this field has no meaning for them.
      message.direction === "inbound"
        ? { message, learnedAt, listedAt, raw, countsUnread }
        : { message, learnedAt, listedAt, raw }
  ),
  platformIds: byId(HashMap.entries(platformIds), ([key]) => key),
  parked: byId(HashMap.values(parked), ({ item }) => item.key)
})

/** A person of the Page with messages from the business. */
export const givenReader = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { at, id, page } = inbox
  const person = yield* newInboxContact(page, at, [{ kind: "messenger", value: "7" }])
  const thread = yield* talkWith(page, person, at)
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, person),
    (state) => withConversation(state, thread)
  )
  const identity = personIdentity("messenger", page, "7")
  return { ...inbox, person, thread, identity, mark: { channelAccountId: page.id, identity, platformMessageId: null } }
})
