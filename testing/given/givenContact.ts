import { DateTime, Effect } from "effect"
import { type Contact, newContact } from "../../src/domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../src/domain/Ids.ts"
import type { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { someone } from "./given.ts"

export const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")

/** A contact with a number as it may be inserted; Ada unless another contact is described. */
export const someContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { phone = someone, ...changes }: Partial<Contact> & { readonly phone?: PhoneNumber } = {}
) {
  const ids = yield* IdSource
  const id = ContactId.make(yield* ids.uuid)
  const vendorContactId = yield* ids.vendorContactId
  const draft = { id, vendorContactId, organizationId, source: "api", name: "Ada Lovelace" } as const
  return { ...newContact(draft, beginning), ...changes, phone }
})

/** Contacts as they are listed who are known by their numbers alone, or by nothing. */
export const byNumber = <C extends Contact>(contact: C) => ({
  contact,
  channels:
    contact.phone === null ? [] : [{ channel: "whatsapp" as const, accountId: null, personId: String(contact.phone) }]
})

/** The contact, inserted. */
export const givenContact = Effect.fnUntraced(function* (...[organizationId, changes]: Parameters<typeof someContact>) {
  const contact = yield* someContact(organizationId, changes)
  yield* Effect.orDie((yield* ContactStore).insert(contact))
  return contact
})
