import type { DateTime } from "effect"
import type { Contact } from "../../domain/Contact.ts"
import { searchedText } from "../../domain/ContactSearch.ts"

/** What a contact is kept as, by the columns of the table, but for its ids; `timeOf` writes an instant. */
export const contactRecord = (contact: Contact, timeOf: (at: DateTime.Utc) => string) => ({
  vendor_contact_id: contact.vendorContactId,
  phone: contact.phone,
  name: contact.name,
  email: contact.email,
  country_code: contact.countryCode,
  tags: contact.tags,
  labels: contact.labels,
  attributes: contact.attributes,
  source: contact.source,
  is_blocked: contact.isBlocked,
  opted_in: contact.optedIn,
  created_at: timeOf(contact.createdAt),
  updated_at: timeOf(contact.updatedAt),
  searched: searchedText(contact)
})
