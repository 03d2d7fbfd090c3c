import { Array as Arr, DateTime, Effect, Stream } from "effect"
import { type Contact, newContact, PhoneNumberTaken } from "../../domain/contacts/Contact.ts"
import { consentChanged, contactCreated, type Event } from "../../domain/webhooks/Event.ts"
import { ContactId, EventId, type OrganizationId } from "../../domain/Ids.ts"
import { type AcceptedRow, type ImportRow, planImport, type RefusedRow } from "../../domain/contacts/importContacts.ts"
import type { ConsentChange } from "../../domain/contacts/Consent.ts"
import type { CountryCode, PhoneNumber, UnknownCountry } from "../../domain/contacts/PhoneNumber.ts"
import type { PhoneIdentity } from "../../domain/contacts/phoneIdentity.ts"
import { ConsentStore } from "../../ports/contacts/ConsentStore.ts"
import { ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import type { AuditLog } from "../../ports/access/AuditLog.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { recordAudit } from "../access/auditLog.ts"
import { countryWithNumbers } from "./readPhoneNumber.ts"
import { Transaction } from "../../ports/process/Transaction.ts"

/** A contact that an import adds. */
interface ImportedContact extends Contact {
  readonly phone: PhoneNumber
}

/** The outcome of an import. Each row is in one of the lists, in input order. */
export interface ImportOutcome {
  readonly added: ReadonlyArray<ImportedContact>
  readonly refused: ReadonlyArray<RefusedRow>
}

/** Rows that are read before the fiber yields: reading a number takes some microseconds. */
const turn = 250

/**
 * Events per batch, and concurrent batches: while one batch is recorded, the next is encoded.
 */
const announcing = { events: 1_000, concurrency: 2 } as const

/** A row that may add a contact, the contact, and its event. */
interface Draft {
  readonly row: AcceptedRow
  readonly contact: ImportedContact
  readonly event: Event
  /** The consent of a row that has one, and its event. */
  readonly consent: { readonly change: ConsentChange; readonly event: Event } | null
}

const draftOf = Effect.fnUntraced(function* ({ at, by, organizationId }: Reading, row: AcceptedRow) {
  const { uuid, vendorContactId } = yield* IdSource
  const { countryCode, email, name, optedIn, phone, tags } = row
  const fields = { organizationId, source: "api", countryCode, name, email, tags }
  const ids = { id: ContactId.make(yield* uuid), vendorContactId: yield* vendorContactId }
  const contact: ImportedContact = { ...newContact({ ...fields, ...ids }, at), phone, optedIn }
  const event = contactCreated(EventId.make(yield* uuid), contact, contact.source)
  const draft: Draft = { row, contact, event, consent: null }
  if (optedIn === null) return draft
  const state = optedIn ? "opted_in" : "opted_out"
  const change: ConsentChange = { channel: "whatsapp", state, at, source: "import", by }
  return { ...draft, consent: { change, event: consentChanged(EventId.make(yield* uuid), contact, change, at) } }
})

/** The rows read so far. */
class Reading {
  readonly organizationId: OrganizationId
  readonly defaultCountry: CountryCode | null
  /** The caller, as the author of consents. */
  readonly by: string
  readonly at: DateTime.Utc
  /** Remaining rows, in batches of `turn`. */
  left: ReadonlyArray<ReadonlyArray<ImportRow>>
  readonly drafts: Array<Draft> = []
  readonly refused: Array<RefusedRow> = []
  readonly firsts = new Map<PhoneIdentity, number>()

  constructor(
    organizationId: OrganizationId,
    rows: ReadonlyArray<ImportRow>,
    defaultCountry: CountryCode | null,
    by: string,
    at: DateTime.Utc
  ) {
    this.organizationId = organizationId
    this.defaultCountry = defaultCountry
    this.left = Arr.chunksOf(rows, turn)
    this.by = by
    this.at = at
  }
}

const contactsOf = (drafts: ReadonlyArray<Draft>) => drafts.map(({ contact }) => contact)

/** Reads rows, all of a turn or none. Plain steps, which are quicker than an effect for each. */
const readTurn = Effect.fnUntraced(function* (reading: Reading, rows: ReadonlyArray<ImportRow>) {
  yield* Effect.yieldNow
  const numbers = yield* PhoneNumbers
  const readRows = rows.map((row) => ({ ...row, read: numbers.read(row.number, reading.defaultCountry) }))
  const { accepted, refused } = planImport(readRows, reading.firsts)
  reading.refused.push(...refused)
  const drafts: Array<Draft> = []
  for (const row of accepted) drafts.push(yield* draftOf(reading, row))
  reading.drafts.push(...drafts)
  reading.left = reading.left.slice(1)
  return contactsOf(drafts)
}, Effect.uninterruptible)

/** Reads until a row describes a contact. */
const readFirst = Effect.fnUntraced(function* (reading: Reading) {
  for (const some of reading.left) {
    yield* readTurn(reading, some)
    if (reading.drafts.length > 0) return
  }
})

/** Streams the contacts of the rows. Remaining rows are read on demand. */
const contactsIn = (reading: Reading) =>
  Stream.suspend(() =>
    Stream.concat(
      Stream.fromIterable(contactsOf(reading.drafts)),
      Stream.fromIterable(reading.left).pipe(
        Stream.mapEffect((some) => readTurn(reading, some)),
        Stream.flattenIterable
      )
    )
  )

const takenRow = ({ index, number, phone }: AcceptedRow): RefusedRow => ({
  index,
  number,
  phone,
  refusal: new PhoneNumberTaken({ phone })
})

/** Adds new contacts and records an event for each. Rows are read while others are written. */
const add = Effect.fnUntraced(function* (reading: Reading) {
  const { organizationId } = reading
  const { insertAll } = yield* ContactStore
  const { addAll } = yield* ConsentStore
  const { appendAll } = yield* EventLog
  const services = yield* Effect.context<IdSource | PhoneNumbers>()
  const ids = yield* insertAll(organizationId, Stream.provideContext(contactsIn(reading), services))
  const added = reading.drafts.filter(({ contact }) => ids.has(contact.id))
  const consents = added.flatMap(({ consent, contact }) =>
    consent === null ? [] : [{ contactId: contact.id, change: consent.change }]
  )
  const existing = reading.drafts.filter(({ contact }) => !ids.has(contact.id))
  if (consents.length > 0) yield* addAll(organizationId, consents)
  yield* Effect.forEach(
    Arr.chunksOf(added, announcing.events),
    (some) =>
      appendAll(
        organizationId,
        some.flatMap(({ consent, event }) => (consent === null ? [event] : [event, consent.event]))
      ),
    { concurrency: announcing.concurrency, discard: true }
  )
  const refused = [...reading.refused, ...existing.map(({ row }) => takenRow(row))]
  const outcome: ImportOutcome = {
    added: contactsOf(added),
    refused: refused.toSorted((one, other) => one.index - other.index)
  }
  const after = { added: outcome.added.length, refused: outcome.refused.length }
  yield* recordAudit(reading.organizationId, "contacts.imported", { id: reading.organizationId, name: "" }, { after })
  return outcome
})

/**
 * Adds a contact for each row with a new number, all of them or none. The platform receives nothing of their tags: a
 * contact with a number only has no labels there yet. National numbers are those of the given country, else of the
 * organization's default country. `by` is the caller, who is the author of the consents in the rows.
 */
export const importContacts = Effect.fn("importContacts")(function* (
  organizationId: OrganizationId,
  rows: ReadonlyArray<ImportRow>,
  defaultCountry: string | null = null,
  by = ""
): Effect.fn.Return<
  ImportOutcome,
  UnknownCountry,
  AuditLog | ConsentStore | ContactStore | EventLog | IdSource | Organizations | PhoneNumbers | Transaction
> {
  const { atomicallyInTurn } = yield* Transaction
  const country =
    defaultCountry === null
      ? (yield* (yield* Organizations).recentSettings(organizationId)).defaultCountry
      : yield* countryWithNumbers(defaultCountry)
  const reading = new Reading(organizationId, rows, country, by, yield* DateTime.now)
  yield* readFirst(reading)
  if (reading.drafts.length === 0) return { added: [], refused: reading.refused }
  return yield* atomicallyInTurn(organizationId, add(reading))
})
