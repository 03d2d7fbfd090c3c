import type { Contact } from "../../../domain/contacts/Contact.ts"
import { type ContactIdentity, phoneContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { State } from "../State.ts"

const isSame = (one: ContactIdentity, other: ContactIdentity): boolean =>
  one.kind === other.kind && one.scope === other.scope && one.value === other.value

/** The contact with this identity. */
export const contactKnownBy = (
  state: State,
  organizationId: OrganizationId,
  identity: ContactIdentity
): Contact | undefined => {
  const known = state.identities.find((row) => row.organizationId === organizationId && isSame(row, identity))
  return known && state.contacts.find((contact) => contact.id === known.contactId)
}

/** Adds the identity to the contact, unless another contact of the organization has it. */
export const withIdentity = (
  state: State,
  { id, organizationId }: Pick<Contact, "id" | "organizationId">,
  identity: ContactIdentity
): State =>
  contactKnownBy(state, organizationId, identity) === undefined
    ? { ...state, identities: [...state.identities, { ...identity, organizationId, contactId: id }] }
    : state

/** Adds the contact's own number to its identities. */
export const withOwnPhone = (state: State, contact: Contact): State =>
  contact.phone === null ? state : withIdentity(state, contact, phoneContactIdentity(contact.phone))
