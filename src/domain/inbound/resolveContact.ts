import { Array as Arr, type DateTime, HashMap, Option } from "effect"
import { newContact } from "../contacts/Contact.ts"
import { identityKey, metIdentities } from "../contacts/ContactIdentity.ts"
import type { ContactId } from "../Ids.ts"
import { contactCreated, contactUpdated } from "../webhooks/Event.ts"
import type { InboundPerson, PersonId } from "./Inbound.ts"
import { type InboxContact, withIdentities, withReportedName, withReportedPhone } from "./InboxContact.ts"
import { type InboxContext, type InboxState, announcing, contactsKnownBy, withContact } from "./InboxState.ts"
import { mergeInboxContacts } from "./mergeInboxContacts.ts"

/** The facts of a report about a person, and its time. */
export interface Encounter {
  readonly person: InboundPerson
  readonly at: DateTime.Utc
  /** Former ids of the person; null if nothing has changed. */
  readonly previous: ReadonlyArray<PersonId> | null
}

/** Changes a contact and announces a visible change. A new contact is announced separately. */
export const changeContact = (
  state: InboxState,
  before: InboxContact,
  after: InboxContact,
  { account, now }: Pick<InboxContext, "account" | "now">
): InboxState => {
  if (after === before) return state
  if (after.contact === before.contact) return withContact(state, after)
  const contact = { ...after.contact, updatedAt: now }
  return announcing(withContact(state, { ...after, contact }), (id) => contactUpdated(id, contact, account.channel))
}

const phoneOf = ({ countryOf }: InboxContext, ids: ReadonlyArray<PersonId>) => {
  const id = ids.find(({ kind }) => kind === "phone")
  return id?.kind === "phone" ? { phone: id.value, countryCode: countryOf(id.value) } : null
}

/** The contact with everything that the report says of them. */
const withReported = (
  entry: InboxContact,
  context: InboxContext,
  { at, person, previous }: Encounter
): InboxContact => {
  const identities = metIdentities(context.account, [...(previous ?? []), ...person.ids])
  const phone = phoneOf(context, person.ids)
  const withName = withReportedName(withIdentities(entry, identities), person.name ?? person.username, at)
  return phone === null ? withName : withReportedPhone(withName, phone, at, previous !== null)
}

const newInboxContact = ({ account, now, ids }: InboxContext, intended: ContactId | undefined): InboxContact => ({
  contact: newContact(
    {
      id: intended ?? ids.contactId,
      vendorContactId: ids.vendorContactId,
      organizationId: account.organizationId,
      source: account.channel
    },
    now
  ),
  identities: [],
  nameAt: null,
  phoneAt: null,
  optedInAt: null,
  watermarks: [],
  consents: []
})

/**
 * The contact of the person, new when no contact has any of the ids. Contacts that the ids show to be one person are
 * merged.
 */
export const resolveContact = (
  state: InboxState,
  context: InboxContext,
  encounter: Encounter
): readonly [InboxState, InboxContact] => {
  const ids = [...(encounter.previous ?? []), ...encounter.person.ids]
  const identities = metIdentities(context.account, ids)
  const known = contactsKnownBy(state, identities)
  if (!Arr.isReadonlyArrayNonEmpty(known)) {
    const [intended] = identities.flatMap((one) => Option.toArray(HashMap.get(state.intended, identityKey(one))))
    const added = withReported(newInboxContact(context, intended), context, encounter)
    return [
      announcing(withContact(state, added), (id) => contactCreated(id, added.contact, context.account.channel)),
      added
    ]
  }
  const merged = known.length === 1 ? state : mergeInboxContacts(state, known, context.now)
  const [survivor = known[0]] = contactsKnownBy(merged, identities)
  const before = known.find(({ contact }) => contact.id === survivor.contact.id) ?? survivor
  const after = changeContact(merged, before, withReported(survivor, context, encounter), context)
  return [after, Option.getOrElse(HashMap.get(after.contacts, survivor.contact.id), () => survivor)]
}

/**
 * Applies the personal facts of a report that was processed before. It never creates a contact: a deleted contact stays
 * deleted when an old report is delivered again.
 */
export const resolveKnownContact = (state: InboxState, context: InboxContext, encounter: Encounter): InboxState => {
  const identities = metIdentities(context.account, encounter.person.ids)
  return contactsKnownBy(state, identities).length === 0 ? state : resolveContact(state, context, encounter)[0]
}
