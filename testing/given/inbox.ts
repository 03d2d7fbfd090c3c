import { type DateTime, Effect, HashMap } from "effect"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { identityKey, metIdentity, personIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { newConversation } from "../../src/domain/conversations/Conversation.ts"
import { ContactId, ConversationId, MessageId, type OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import type { Inbound } from "../../src/domain/inbound/Inbound.ts"
import type { InboxContact } from "../../src/domain/inbound/InboxContact.ts"
import type { InboxNeeds } from "../../src/domain/inbound/InboxNeeds.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  withContact,
  withConversation
} from "../../src/domain/inbound/InboxState.ts"
import type { PersonId } from "../../src/domain/inbound/InboundPerson.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { type ConversationClock, reportedListedAt, unstarted } from "../../src/domain/messages/messageOrder.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { Inbox } from "../../src/ports/inbound/Inbox.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { nextEra } from "./era.ts"
import { givenAccount, givenOrganization, uuid } from "./given.ts"

const noNeeds: InboxNeeds = { identities: [], messages: [], sent: [], marks: [] }

/** The needed rows of the organization. */
export const loaded = Effect.fnUntraced(function* (organizationId: OrganizationId, needs: Partial<InboxNeeds>) {
  return yield* (yield* Inbox).load(organizationId, { ...noNeeds, ...needs })
})

/** Reads the needed rows and writes them changed, as one transaction. Gives the state that was written. */
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

/** An organization with a WhatsApp number and a Page, an instant to live around, and who was not met yet. */
export const givenInbox = Effect.gen(function* () {
  const at = yield* nextEra
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id)
  const page = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
  return { id, at, account, page }
})

/** A new contact whom the account meets under these ids. */
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
  const met: InboxContact = {
    contact: { ...newContact(draft, at), ...changes },
    identities: ids.map((one) => metIdentity(account, one)),
    nameAt: null,
    phoneAt: null,
    optedInAt: null,
    watermarks: [],
    ...reported
  }
  return met
})

/** What the account and the contact begin to talk in. */
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
  const held: InboxConversation = {
    conversation: { ...newConversation(draft, at), ...changes },
    ...unstarted,
    ...clock,
    isRecounted: false
  }
  return held
})

/** Something that is said in the conversation: by the person, or by the business elsewhere. */
export const saidIn = Effect.fnUntraced(function* (
  { conversation }: InboxConversation,
  at: DateTime.Utc,
  direction: Message["direction"],
  changes: Partial<Message> = {},
  held: Partial<InboxMessage> = {}
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
  const { learnedAt = at } = held
  const said: InboxMessage = {
    message,
    learnedAt,
    listedAt: reportedListedAt({ ...message, learnedAt }, unstarted),
    raw: null,
    countsUnread: direction === "inbound",
    ...held
  }
  return said
})

/** The platform's name of a message, as needs have it. */
export const named = ({ message: { channelAccountId, platformMessageId } }: Pick<InboxMessage, "message">) => ({
  channelAccountId,
  platformMessageId: platformMessageId ?? PlatformMessageId.make("none")
})

/** That everything which was sent to the person until then was read. */
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

const ordered = (met: InboxContact): InboxContact => ({
  ...met,
  identities: byId(met.identities, identityKey),
  watermarks: byId(met.watermarks, ({ channelAccountId }) => channelAccountId)
})

/** A state as it can be compared: nothing depends on the order in which things were read. */
export const shown = ({ contacts, conversations, messages, parked, people, platformIds }: InboxState) => ({
  contacts: byId(HashMap.values(contacts), ({ contact }) => contact.id).map(ordered),
  people: byId(HashMap.entries(people), ([key]) => key),
  conversations: byId(HashMap.values(conversations), ({ conversation }) => conversation.id),
  messages: byId(HashMap.values(messages), ({ message }) => message.id).map(
    ({ countsUnread, learnedAt, listedAt, message, raw }) =>
      // Messages of the business are never unread, so none is asked whether it counts.
      message.direction === "inbound"
        ? { message, learnedAt, listedAt, raw, countsUnread }
        : { message, learnedAt, listedAt, raw }
  ),
  platformIds: byId(HashMap.entries(platformIds), ([key]) => key),
  parked: byId(HashMap.values(parked), ({ item }) => item.key)
})

/** A person of the Page who was written to. */
export const givenReader = Effect.gen(function* () {
  const inbox = yield* givenInbox
  const { at, id, page } = inbox
  const met = yield* newInboxContact(page, at, [{ kind: "messenger", value: "7" }])
  const held = yield* talkWith(page, met, at)
  yield* changed(
    id,
    at,
    {},
    (state) => withContact(state, met),
    (state) => withConversation(state, held)
  )
  const identity = personIdentity("messenger", page, "7")
  return { ...inbox, met, held, identity, mark: { channelAccountId: page.id, identity, platformMessageId: null } }
})
