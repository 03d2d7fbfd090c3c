import { DateTime, Effect } from "effect"
import { type Contact, newContact } from "../../src/domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../src/domain/Ids.ts"
import type { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { someone } from "./given.ts"

export const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.123Z")

/** A valid contact with a number; Ada by default. */
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

/** A contact as lists show it, with only its number as identity, or with none. */
export const byNumber = <C extends Contact>(contact: C) => ({
  contact,
  channels:
    contact.phone === null ? [] : [{ channel: "whatsapp" as const, accountId: null, personId: String(contact.phone) }]
})

/** Inserts the contact. */
export const givenContact = Effect.fnUntraced(function* (...[organizationId, changes]: Parameters<typeof someContact>) {
  const contact = yield* someContact(organizationId, changes)
  yield* Effect.orDie((yield* ContactStore).insert(contact))
  return contact
})
