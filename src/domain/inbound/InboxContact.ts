import { DateTime, Order } from "effect"
import { maxNameLength } from "../contacts/contactLimits.ts"
import { truncate } from "../text/truncate.ts"
import { type Contact, withFieldsOf } from "../contacts/Contact.ts"
import { type ContactIdentity, identityKey } from "../contacts/ContactIdentity.ts"
import type { ChannelAccountId } from "../Ids.ts"
import { type CountryCode, phoneIdentity, type PhoneNumber } from "../contacts/PhoneNumber.ts"

/** Up to when everything that an account sent to a contact has arrived, and was read. */
export interface Watermark {
  readonly channelAccountId: ChannelAccountId
  readonly deliveredUpTo: DateTime.Utc | null
  readonly readUpTo: DateTime.Utc | null
}

/**
 * A contact with all that reports about them need. The instants say when a platform told what the contact shows: null
 * where a user set it, which takes precedence.
 */
export interface InboxContact {
  readonly contact: Contact
  readonly identities: ReadonlyArray<ContactIdentity>
  readonly nameAt: DateTime.Utc | null
  readonly phoneAt: DateTime.Utc | null
  readonly optedInAt: DateTime.Utc | null
  readonly watermarks: ReadonlyArray<Watermark>
}

const isAfter = (at: DateTime.Utc, before: DateTime.Utc | null): boolean =>
  before === null || DateTime.isGreaterThan(at, before)

/** The later one of two instants that may be unknown. */
export const later = (one: DateTime.Utc | null, other: DateTime.Utc | null): DateTime.Utc | null => {
  if (one === null || other === null) return one ?? other
  return DateTime.max(one, other)
}

/** Also known by these from now on. */
export const withIdentities = (met: InboxContact, identities: ReadonlyArray<ContactIdentity>): InboxContact => {
  const known = new Set(met.identities.map(identityKey))
  const added = identities.filter((identity) => !known.has(identityKey(identity)))
  return added.length === 0 ? met : { ...met, identities: [...met.identities, ...added] }
}

/**
 * A name that a platform tells: the latest one, and of two at once the one that sorts last. No name that was given
 * here.
 */
export const withReportedName = (met: InboxContact, reported: string | null, at: DateTime.Utc): InboxContact => {
  const { contact, nameAt } = met
  const name = reported === null ? null : truncate(reported, maxNameLength)
  if (name === null || (contact.name !== "" && nameAt === null)) return met
  const same = nameAt !== null && DateTime.Equivalence(nameAt, at)
  if (!isAfter(at, nameAt) && !(same && Order.isLessThan(Order.String)(contact.name, name))) return met
  return { ...met, contact: contact.name === name ? contact : { ...contact, name }, nameAt: at }
}

/**
 * A number that a platform tells: the latest one. It takes the place of one that was given here only when the person
 * has changed it, also over one that is reported for the same instant.
 */
export const withReportedPhone = (
  met: InboxContact,
  told: { readonly phone: PhoneNumber; readonly countryCode: CountryCode | null },
  at: DateTime.Utc,
  isChange: boolean
): InboxContact => {
  const { contact, phoneAt } = met
  const isGivenHere = contact.phone !== null && phoneAt === null
  const isLatest = isAfter(at, phoneAt) || (isChange && phoneAt !== null && DateTime.Equivalence(phoneAt, at))
  // Another form of the same number is the same number.
  const isSame = contact.phone !== null && phoneIdentity(contact.phone) === phoneIdentity(told.phone)
  if (!isLatest || (isGivenHere && !isChange)) return met
  return { ...met, contact: isSame ? contact : { ...contact, ...told }, phoneAt: at }
}

/** Whether they want to be written to: what they said last, refusing when they said both at once. */
export const withOptIn = (met: InboxContact, optedIn: boolean, at: DateTime.Utc): InboxContact => {
  const { contact, optedInAt } = met
  const same = optedInAt !== null && DateTime.Equivalence(optedInAt, at)
  if (!isAfter(at, optedInAt) && !(same && !optedIn)) return met
  return { ...met, contact: contact.optedIn === optedIn ? contact : { ...contact, optedIn }, optedInAt: at }
}

/** Each time of a watermark only moves forwards, whatever order reports come in. */
export const withWatermark = (met: InboxContact, mark: Watermark): InboxContact => {
  const before = met.watermarks.find(({ channelAccountId }) => channelAccountId === mark.channelAccountId)
  const after: Watermark = {
    channelAccountId: mark.channelAccountId,
    deliveredUpTo: later(before?.deliveredUpTo ?? null, mark.deliveredUpTo),
    readUpTo: later(before?.readUpTo ?? null, mark.readUpTo)
  }
  const others = met.watermarks.filter(({ channelAccountId }) => channelAccountId !== mark.channelAccountId)
  return { ...met, watermarks: [...others, after] }
}

/** The number that stands: the one that a platform told last, else the survivor's, else the only one. */
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

/** Two contacts turn out to be one person: what either has and the other has not is kept. */
export const mergedContacts = (into: InboxContact, from: InboxContact): InboxContact => {
  const { contact: own, phoneAt } = mergedPhone(into, from)
  const other = from.contact
  const contact = withFieldsOf(own, other)
  // A name that was given here stands above any that a platform told.
  const isNamedHere = other.name !== "" && from.nameAt === null && (own.name === "" || into.nameAt !== null)
  const named: InboxContact = isNamedHere
    ? { ...into, contact: { ...contact, name: other.name }, phoneAt, nameAt: null }
    : withReportedName({ ...into, contact, phoneAt }, other.name || null, from.nameAt ?? other.createdAt)
  return from.watermarks.reduce(withWatermark, withIdentities(mergedOptIn(named, from), from.identities))
}
