import { DateTime, Duration, Schema } from "effect"
import { ContactId, OrganizationId, type PlatformMessageId } from "../Ids.ts"
import type { Inbound } from "../inbound/Inbound.ts"
import type { Named } from "../Named.ts"
import { type Contact, VendorContactId } from "./Contact.ts"
import { type ContactIdentity, identityKey, metIdentities } from "./ContactIdentity.ts"
import { currentForm } from "./phoneIdentity.ts"

/**
 * Time from the request of an erasure to its last pass: longer than the work in flight, such as an attempt to fetch a file
 * (4 minutes), which may store something of the contact until then.
 */
export const erasureSettleTime = Duration.minutes(5)

/** Pause before the next pass of an erasure that found something or waits for a file or a send. */
export const erasurePause = Duration.minutes(1)

/** Retention of the hashes of erased messages. Platforms repeat webhooks for a week, and report reads for months. */
export const erasedMessageRetention = "400 days"

/** The parts of an erasure, in the order of a pass. Files go before their messages, by which they are found. */
export const ErasurePart = Schema.Literals([
  "sends",
  "campaigns",
  "files",
  "messages",
  "conversations",
  "reports",
  "events",
  "requests",
  "answers",
  "deliveries"
])
export type ErasurePart = typeof ErasurePart.Type

/** The part after this one; null after the last. */
export const partAfter = (part: ErasurePart): ErasurePart | null =>
  ErasurePart.literals[ErasurePart.literals.indexOf(part) + 1] ?? null

/** An erasure of a contact (contract: Erasure of a contact). It has ids, times and numbers only. */
export class Erasure extends Schema.Opaque<Erasure>()(
  Schema.Struct({
    organizationId: OrganizationId,
    contactId: ContactId,
    vendorContactId: VendorContactId,
    requestedAt: Schema.DateTimeUtcFromString,
    /** Null while something may be left. */
    finishedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    messages: Schema.Int,
    files: Schema.Int,
    /** Rows of other kinds that were deleted or blanked. */
    records: Schema.Int
  })
) {}

/** The time from which an erasure may be finished. */
export const settledAt = ({ requestedAt }: Pick<Erasure, "requestedAt">): DateTime.Utc =>
  DateTime.addDuration(requestedAt, erasureSettleTime)

/** The texts by which the rows of an erased contact are found. They are stored until the erasure is finished. */
export const ErasureTerms = Schema.Struct({
  /** The id and the opaque id of the contact. */
  contact: Schema.Array(Schema.String),
  conversations: Schema.Array(Schema.String),
  /** Numbers in all forms, ids of platforms, the e-mail address. */
  person: Schema.Array(Schema.String),
  /** The name, if it is long enough to mean this person. Only bodies of requests and answers are searched for it. */
  names: Schema.Array(Schema.String)
})
export type ErasureTerms = Named<typeof ErasureTerms.Type>

/** Fewest characters of a name that is searched for. */
const minName = 4

const numberForms = (digits: string): ReadonlyArray<string> => {
  const current = currentForm(digits)
  return current === null ? [digits] : [digits, current]
}

/** The terms of a contact. */
export const termsOf = (
  contact: Contact,
  identities: ReadonlyArray<ContactIdentity>,
  conversations: ReadonlyArray<string>
): ErasureTerms => ({
  contact: [contact.id, contact.vendorContactId],
  conversations,
  person: [
    ...new Set([
      ...(contact.phone === null ? [] : numberForms(contact.phone)),
      ...identities.flatMap(({ kind, value }) => (kind === "phone" ? numberForms(value) : [value])),
      ...(contact.email === null ? [] : [contact.email])
    ])
  ],
  names: contact.name.length < minName ? [] : [contact.name]
})

/** The text whose hash is stored for an erased message. */
export const messageKey = (id: PlatformMessageId): string => JSON.stringify(["message", id])

/** The texts whose hashes decide whether a report is about an erased person or message. */
export interface ReportKeys {
  readonly people: ReadonlyArray<string>
  readonly messages: ReadonlyArray<string>
}

const personOf = (item: Inbound) => ("person" in item ? item.person : null)

/** The keys of a report on the account. */
export const reportKeys = (item: Inbound, account: { readonly externalId: string }): ReportKeys => {
  const person = personOf(item)
  const message = "platformMessageId" in item ? item.platformMessageId : null
  return {
    people: person === null ? [] : metIdentities(account, person.ids).map(identityKey),
    messages: message === null ? [] : [messageKey(message)]
  }
}

/** Platforms report times in seconds, so a report of the second of the erasure counts as older. */
const isNotAfter = (at: DateTime.Utc, erasedAt: DateTime.Utc): boolean =>
  at.epochMilliseconds - (at.epochMilliseconds % 1_000) <= erasedAt.epochMilliseconds

/**
 * Whether a report would bring back an erased person: it names an erased message, or happened before the erasure of the
 * person. `erased` has the time of erasure by key.
 */
export const isErased = (
  item: Inbound,
  { messages, people }: ReportKeys,
  erased: ReadonlyMap<string, DateTime.Utc>
): boolean =>
  messages.some((key) => erased.has(key)) ||
  people.some((key) => {
    const erasedAt = erased.get(key)
    return erasedAt !== undefined && isNotAfter(item.at, erasedAt)
  })
