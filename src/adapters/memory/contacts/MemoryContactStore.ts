import { Effect, Layer, Option, Order, Stream, Struct } from "effect"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import { type Contact, PhoneNumberTaken } from "../../../domain/contacts/Contact.ts"
import {
  type ContactIdentity,
  contactChannels,
  phoneContactIdentity,
  platformIdentities
} from "../../../domain/contacts/ContactIdentity.ts"
import { type ContactSearch, folded, isFound } from "../../../domain/contacts/ContactSearch.ts"
import type { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import {
  type ContactOrder,
  type ContactOverview,
  ContactStore,
  type ReachableContact
} from "../../../ports/contacts/ContactStore.ts"
import { withoutContact } from "../campaigns/campaignState.ts"
import { contactKnownBy, withIdentity } from "./storedIdentities.ts"
import { listedMessages } from "../messages/listedMessages.ts"
import { type ReportedContact, type State, type Step, reportedContact, withReportedContact } from "../State.ts"
import { World } from "../World.ts"
import { newest, pick } from "../newest.ts"

const identitiesOf = (
  { identities }: State,
  organizationId: OrganizationId,
  contactId: ContactId
): ReadonlyArray<ContactIdentity> =>
  identities
    .filter((known) => known.organizationId === organizationId && known.contactId === contactId)
    .map(({ kind, scope, value }) => ({ kind, scope, value }))

const reachable = (state: State, contact: Contact): ReachableContact => ({
  contact,
  channels: contactChannels(contact, platformIdentities(identitiesOf(state, contact.organizationId, contact.id)))
})

/** The contact with its message counts. */
const contactOverview = (state: State, contact: Contact): ContactOverview => {
  const own = new Set(state.conversations.flatMap(({ contactId, id }) => (contactId === contact.id ? [id] : [])))
  const [last] = listedMessages(state, ({ conversationId }) => own.has(conversationId))
  return { ...reachable(state, contact), conversationCount: own.size, lastMessageAt: last?.createdAt ?? null }
}

const byName = Order.mapInput(Order.String, ({ contact }: ContactOverview) => folded(contact.name))
const byBeginning = Order.mapInput(Order.Number, ({ contact }: ContactOverview) => contact.createdAt.epochMilliseconds)
const byLastMessage = Order.mapInput(Order.Number, ({ lastMessageAt }: ContactOverview) =>
  lastMessageAt === null ? 0 : lastMessageAt.epochMilliseconds
)

/** Sorts contacts without a message last in both directions. */
const silentLast = Order.mapInput(Order.Boolean, ({ lastMessageAt }: ContactOverview) => lastMessageAt === null)

const orders: Readonly<Record<ContactOrder["by"], Order.Order<ContactOverview>>> = {
  createdAt: byBeginning,
  name: byName,
  lastMessageAt: byLastMessage
}

const orderOf = ({ by, direction }: ContactOrder): Order.Order<ContactOverview> => {
  const order = direction === "ascending" ? orders[by] : Order.flip(orders[by])
  const newestFirst = Order.mapInput(
    newest(({ createdAt }: Contact) => createdAt),
    ({ contact }: ContactOverview) => contact
  )
  return Order.combineAll([...(by === "lastMessageAt" ? [silentLast] : []), order, newestFirst])
}

const isListed =
  (organizationId: OrganizationId, search: ContactSearch | null, label: string | null) =>
  (contact: Contact): boolean =>
    contact.organizationId === organizationId &&
    (search === null || isFound(search, contact)) &&
    (label === null || contact.labels.includes(label))

const listContactOverviews = (
  state: State,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch | null,
  order: ContactOrder,
  label: string | null = null
): Page<ContactOverview> => {
  const found = state.contacts
    .filter(isListed(organizationId, search, label))
    .map((contact) => contactOverview(state, contact))
    .toSorted(orderOf(order))
  return { rows: found.slice(offsetOf(page), offsetOf(page) + page.limit), total: found.length }
}

const findContactOverview = (
  state: State,
  organizationId: OrganizationId,
  id: string
): Option.Option<ContactOverview> =>
  Option.fromUndefinedOr(
    state.contacts.find(
      (contact) => contact.organizationId === organizationId && (contact.id === id || contact.vendorContactId === id)
    )
  ).pipe(Option.map((contact) => contactOverview(state, contact)))

const byPhone = (state: State, organizationId: OrganizationId, phone: PhoneNumber): Option.Option<Contact> =>
  Option.fromUndefinedOr(contactKnownBy(state, organizationId, phoneContactIdentity(phone)))

const insert =
  (contact: Contact & { readonly phone: PhoneNumber }): Step<void, PhoneNumberTaken> =>
  (state) => {
    const identity = phoneContactIdentity(contact.phone)
    return contactKnownBy(state, contact.organizationId, identity) === undefined
      ? [Effect.void, withIdentity({ ...state, contacts: [...state.contacts, contact] }, contact, identity)]
      : [Effect.fail(new PhoneNumberTaken({ phone: contact.phone })), state]
  }

/** Keeps the identity and creation time of the stored contact, and replaces the rest. */
const saved = (stored: Contact, contact: Contact): Contact => ({
  ...contact,
  ...Struct.pick(stored, ["id", "vendorContactId", "organizationId", "phone", "createdAt"])
})

const insertAll =
  (contacts: ReadonlyArray<Contact & { readonly phone: PhoneNumber }>): Step<ReadonlySet<ContactId>> =>
  (state) => {
    const [added, after] = contacts.reduce<readonly [ReadonlySet<ContactId>, State]>(
      ([ids, done], contact) => {
        const identity = phoneContactIdentity(contact.phone)
        return contactKnownBy(done, contact.organizationId, identity) === undefined
          ? [
              new Set(ids).add(contact.id),
              withIdentity({ ...done, contacts: done.contacts.concat(contact) }, contact, identity)
            ]
          : [ids, done]
      },
      [new Set(), state]
    )
    return [Effect.succeed(added), after]
  }

/** A value that a user sets replaces the value that a platform reported. */
const withUserChanges = (reported: ReportedContact, before: Contact, after: Contact): ReportedContact => ({
  ...reported,
  nameAt: before.name === after.name ? reported.nameAt : null,
  optedInAt: before.optedIn === after.optedIn ? reported.optedInAt : after.updatedAt
})

const save =
  (contact: Contact): Step<void> =>
  (state) => {
    const before = Option.getOrUndefined(pick(state.contacts, contact.organizationId, contact.id))
    if (before === undefined) return [Effect.void, state]
    const after = saved(before, contact)
    const reported = withUserChanges(reportedContact(state, contact.id), before, after)
    const contacts = state.contacts.map((stored) => (stored === before ? after : stored))
    return [Effect.void, withReportedContact({ ...state, contacts }, reported)]
  }

const remove =
  (organizationId: OrganizationId, contactId: ContactId): Step<boolean> =>
  (state) => {
    if (Option.isNone(pick(state.contacts, organizationId, contactId))) return [Effect.succeed(false), state]
    return [
      Effect.succeed(true),
      {
        ...withoutContact(state, contactId),
        contacts: state.contacts.filter(({ id }) => id !== contactId),
        identities: state.identities.filter((identity) => identity.contactId !== contactId),
        consents: state.consents.filter((row) => row.contactId !== contactId),
        reportedContacts: state.reportedContacts.filter((reported) => reported.contactId !== contactId),
        pendingSends: state.pendingSends.filter(({ send }) => send.contactId !== contactId),
        conversations: state.conversations.map((stored) =>
          stored.contactId === contactId ? { ...stored, isHidden: true } : stored
        )
      }
    ]
  }

const list = (
  state: State,
  organizationId: OrganizationId,
  page: PageRequest,
  search: ContactSearch | null,
  label: string | null = null
): Page<ReachableContact> => {
  const found = state.contacts
    .filter(isListed(organizationId, search, label))
    .sort(newest(({ createdAt }) => createdAt))
  const pageRows = found.slice(offsetOf(page), offsetOf(page) + page.limit)
  return { rows: pageRows.map((contact) => reachable(state, contact)), total: found.length }
}

export const layer = Layer.effect(
  ContactStore,
  Effect.map(World, ({ read, step }) =>
    ContactStore.of({
      find: (organizationId, id) => read("ContactStore.find", ({ contacts }) => pick(contacts, organizationId, id)),
      findByPhone: (organizationId, phone) =>
        read("ContactStore.findByPhone", (state) => byPhone(state, organizationId, phone)),
      findByIdentity: (organizationId, identity) =>
        read("ContactStore.findByIdentity", (state) =>
          Option.fromUndefinedOr(contactKnownBy(state, organizationId, identity))
        ),
      // Transactions are serialized here, so a read needs no lock.
      lock: (organizationId, id) => read("ContactStore.lock", ({ contacts }) => pick(contacts, organizationId, id)),
      lockByPhone: (organizationId, phone) =>
        read("ContactStore.lockByPhone", (state) => byPhone(state, organizationId, phone)),
      identities: (organizationId, id) =>
        read("ContactStore.identities", (state) => identitiesOf(state, organizationId, id)),
      insert: (contact) => step("ContactStore.insert", insert(contact)),
      insertAll: (_, contacts) =>
        Effect.flatMap(Stream.runCollect(contacts), (all) => step("ContactStore.insertAll", insertAll(all))),
      findOverview: (organizationId, id) =>
        read("ContactStore.findOverview", (state) => findContactOverview(state, organizationId, id)),
      listOverviews: (organizationId, page, search, order, label) =>
        read("ContactStore.listOverviews", (state) =>
          listContactOverviews(state, organizationId, page, search, order, label)
        ),
      save: (contact) => step("ContactStore.save", save(contact)),
      remove: (organizationId, id) => step("ContactStore.remove", remove(organizationId, id)),
      list: (organizationId, page, search, label) =>
        read("ContactStore.list", (state) => list(state, organizationId, page, search, label))
    })
  )
)
