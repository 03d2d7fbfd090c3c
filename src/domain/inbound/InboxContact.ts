import { DateTime, Order, Schema } from "effect"
import { maxNameLength } from "../contacts/contactLimits.ts"
import { truncate } from "../text/textLimits.ts"
import { type Contact, withFieldsOf } from "../contacts/Contact.ts"
import { type ConsentChange, withConsentChange } from "../contacts/Consent.ts"
import { channelRules } from "../conversations/Channel.ts"
import { type ContactIdentity, identityKey } from "../contacts/ContactIdentity.ts"
import type { ChannelAccountId } from "../Ids.ts"
import { type CountryCode, type PhoneNumber } from "../contacts/PhoneNumber.ts"
import { phoneIdentity } from "../contacts/phoneIdentity.ts"

/** Up to when everything that an account sent to a contact has arrived, and was read. */
export interface Watermark {
  readonly channelAccountId: ChannelAccountId
  readonly deliveredUpTo: DateTime.Utc | null
  readonly readUpTo: DateTime.Utc | null
}

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

/**
 * A contact with all data that reports about them need. The instants are the times at which a platform reported the
 * current values. Null means that a user set the value, which takes precedence.
 */
export interface InboxContact {
  readonly contact: Contact
  readonly identities: ReadonlyArray<ContactIdentity>
  readonly nameAt: DateTime.Utc | null
  readonly phoneAt: DateTime.Utc | null
  readonly optedInAt: DateTime.Utc | null
  readonly watermarks: ReadonlyArray<Watermark>
  /** The name in the address book of the business's phone; absent if it never had one. */
  readonly addressBook?: AddressBookName
  /**
   * The latest stored consent change of each channel if a report may change it, and the changes of the reports; newest
   * first.
   */
  readonly consents: ReadonlyArray<ConsentChange>
}

const isAfter = (at: DateTime.Utc, before: DateTime.Utc | null): boolean =>
  before === null || DateTime.isGreaterThan(at, before)

/** The later one of two instants that may be unknown. */
export const later = (one: DateTime.Utc | null, other: DateTime.Utc | null): DateTime.Utc | null => {
  if (one === null || other === null) return one ?? other
  return DateTime.max(one, other)
}

/** Also known by these from now on. */
export const withIdentities = (entry: InboxContact, identities: ReadonlyArray<ContactIdentity>): InboxContact => {
  const known = new Set(entry.identities.map(identityKey))
  const added = identities.filter((identity) => !known.has(identityKey(identity)))
  return added.length === 0 ? entry : { ...entry, identities: [...entry.identities, ...added] }
}

/** Earlier than any report of a name. */
const ever = DateTime.makeUnsafe(0)

/** The name without the one of the address book. */
const reportedName = ({ addressBook, contact }: Pick<InboxContact, "addressBook" | "contact">): string =>
  addressBook !== undefined && addressBook.name !== null ? addressBook.covered : contact.name

/** The contact as if no address book had a name. */
const withoutAddressBook = (entry: InboxContact): InboxContact => {
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

/**
 * Applies a name that a platform reports. The latest one wins; of two at the same instant, the one that sorts last. A
 * name that a user set stays, and so does one of the address book.
 */
export const withReportedName = (entry: InboxContact, reported: string | null, at: DateTime.Utc): InboxContact => {
  const { addressBook, contact, nameAt } = entry
  const name = reported === null ? null : truncate(reported, maxNameLength)
  const known = reportedName(entry)
  if (name === null || (known !== "" && nameAt === null)) return entry
  const same = nameAt !== null && DateTime.Equivalence(nameAt, at)
  if (!isAfter(at, nameAt) && !(same && Order.isLessThan(Order.String)(known, name))) return entry
  if (addressBook !== undefined && addressBook.name !== null) {
    return { ...entry, nameAt: at, addressBook: { ...addressBook, covered: name } }
  }
  return { ...entry, contact: contact.name === name ? contact : { ...contact, name }, nameAt: at }
}

/**
 * Applies a number that a platform reports: the latest one wins. It replaces a number that a user set only if the
 * person has changed it; that also wins over a number reported for the same instant.
 */
export const withReportedPhone = (
  entry: InboxContact,
  reported: { readonly phone: PhoneNumber; readonly countryCode: CountryCode | null },
  at: DateTime.Utc,
  isChange: boolean
): InboxContact => {
  const { contact, phoneAt } = entry
  const isGivenHere = contact.phone !== null && phoneAt === null
  const isLatest = isAfter(at, phoneAt) || (isChange && phoneAt !== null && DateTime.Equivalence(phoneAt, at))
  // Another form of the same number is the same number.
  const isSame = contact.phone !== null && phoneIdentity(contact.phone) === phoneIdentity(reported.phone)
  if (!isLatest || (isGivenHere && !isChange)) return entry
  return { ...entry, contact: isSame ? contact : { ...contact, ...reported }, phoneAt: at }
}

/** Applies an opt-in or opt-out: the latest wins; of both at the same instant, the opt-out. */
export const withOptIn = (entry: InboxContact, optedIn: boolean, at: DateTime.Utc): InboxContact => {
  const { contact, optedInAt } = entry
  const same = optedInAt !== null && DateTime.Equivalence(optedInAt, at)
  if (!isAfter(at, optedInAt) && !(same && !optedIn)) return entry
  return { ...entry, contact: contact.optedIn === optedIn ? contact : { ...contact, optedIn }, optedInAt: at }
}

/**
 * Adds a consent change. Only the channel with templates decides the opt-in of the contact, because templates alone may
 * be for marketing.
 */
export const withConsent = (entry: InboxContact, change: ConsentChange): InboxContact => {
  const consents = withConsentChange(entry.consents, change)
  const recorded = consents === entry.consents ? entry : { ...entry, consents }
  return channelRules[change.channel].hasTemplates
    ? withOptIn(recorded, change.state === "opted_in", change.at)
    : recorded
}

/** Each time of a watermark only moves forwards, whatever order reports come in. */
export const withWatermark = (entry: InboxContact, mark: Watermark): InboxContact => {
  const before = entry.watermarks.find(({ channelAccountId }) => channelAccountId === mark.channelAccountId)
  const after: Watermark = {
    channelAccountId: mark.channelAccountId,
    deliveredUpTo: later(before?.deliveredUpTo ?? null, mark.deliveredUpTo),
    readUpTo: later(before?.readUpTo ?? null, mark.readUpTo)
  }
  const others = entry.watermarks.filter(({ channelAccountId }) => channelAccountId !== mark.channelAccountId)
  return { ...entry, watermarks: [...others, after] }
}

/** The merged number: the latest one that a platform reported, else the survivor's, else the only one. */
const mergedPhone = (into: InboxContact, from: InboxContact): Pick<InboxContact, "contact" | "phoneAt"> => {
  const changed = from.phoneAt !== null && isAfter(from.phoneAt, into.phoneAt)
  const takes = from.contact.phone !== null && (changed || into.contact.phone === null)
  const { countryCode, phone } = takes ? from.contact : into.contact
  return { contact: { ...into.contact, phone, countryCode }, phoneAt: later(into.phoneAt, from.phoneAt) }
}

/** The last wish of either; one without a time is older than any with one, and of two of those a refusal stands. */
const mergedOptIn = (into: InboxContact, from: InboxContact): InboxContact => {
  const { optedIn } = from.contact
  if (optedIn === null) return into
  if (from.optedInAt !== null) return withOptIn(into, optedIn, from.optedInAt)
  return into.optedInAt !== null || into.contact.optedIn === false
    ? into
    : { ...into, contact: { ...into.contact, optedIn } }
}

const mergedFields = (into: InboxContact, from: InboxContact): InboxContact => {
  const { contact: own, phoneAt } = mergedPhone(into, from)
  const other = from.contact
  const contact = withFieldsOf(own, other)
  // A name that a user set takes precedence over names that platforms report.
  const isNamedHere = other.name !== "" && from.nameAt === null && (own.name === "" || into.nameAt !== null)
  const combined: InboxContact = isNamedHere
    ? { ...into, contact: { ...contact, name: other.name }, phoneAt, nameAt: null }
    : withReportedName({ ...into, contact, phoneAt }, other.name || null, from.nameAt ?? other.createdAt)
  const consents = from.consents.reduce(withConsentChange, into.consents)
  const optedIn = { ...mergedOptIn(combined, from), consents }
  return from.watermarks.reduce(withWatermark, withIdentities(optedIn, from.identities))
}

/** Merges two contacts that are one person: a value that only one of them has is stored. */
export const mergedContacts = (into: InboxContact, from: InboxContact): InboxContact =>
  [into, from].reduce(
    (merged, { addressBook }) =>
      addressBook === undefined ? merged : withAddressBookName(merged, addressBook.name, addressBook.at),
    mergedFields(withoutAddressBook(into), withoutAddressBook(from))
  )
