import { DateTime, Schema } from "effect"
import { maxNameLength } from "../contacts/contactLimits.ts"
import { truncate } from "../text/textLimits.ts"
import type { InboxContact } from "./InboxContact.ts"

/**
 * The latest name of a contact in the address book of the business's phone (contract: Names of the address book). While
 * there is one, it is the contact's name, and `covered` is the name that the platform reports.
 */
export class AddressBookName extends Schema.Opaque<AddressBookName>()(
  Schema.Struct({
    /** Null after the entry was removed. */
    name: Schema.NullOr(Schema.NonEmptyString),
    at: Schema.DateTimeUtcFromString,
    covered: Schema.String
  })
) {}

/** Earlier than any report of a name. */
const ever = DateTime.makeUnsafe(0)

/** The name without the one of the address book. */
export const reportedName = ({ addressBook, contact }: Pick<InboxContact, "addressBook" | "contact">): string =>
  addressBook !== undefined && addressBook.name !== null ? addressBook.covered : contact.name

/** The contact as if no address book had a name. */
export const withoutAddressBook = (entry: InboxContact): InboxContact => {
  const { addressBook, ...others } = entry
  if (addressBook === undefined) return entry
  const name = reportedName(entry)
  return { ...others, contact: name === entry.contact.name ? entry.contact : { ...entry.contact, name } }
}

const isLater = (name: string, at: DateTime.Utc, known: AddressBookName): boolean =>
  DateTime.isGreaterThan(at, known.at) || (DateTime.Equivalence(at, known.at) && name > (known.name ?? ""))

/**
 * Applies a name of the address book, or its removal: the latest one wins, in any order. A name that a user set stays.
 */
export const withAddressBookName = (entry: InboxContact, name: string | null, at: DateTime.Utc): InboxContact => {
  const { addressBook, contact, nameAt } = entry
  const shortened = name === null ? null : truncate(name, maxNameLength)
  if (addressBook !== undefined && !isLater(shortened ?? "", at, addressBook)) return entry
  if (contact.name !== "" && nameAt === null) return entry
  const covered = reportedName(entry)
  const visible = shortened ?? covered
  return {
    ...entry,
    contact: visible === contact.name ? contact : { ...contact, name: visible },
    // Without an instant, the name would count as set by a user.
    nameAt: shortened === null ? nameAt : (nameAt ?? ever),
    addressBook: { name: shortened, at, covered }
  }
}
