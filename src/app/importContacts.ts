import { Array as Arr, DateTime, Effect } from "effect"
import { type Contact, newContact, PhoneNumberTaken } from "../domain/Contact.ts"
import { contactCreated } from "../domain/Event.ts"
import { ContactId, EventId, type OrganizationId } from "../domain/Ids.ts"
import {
  type AcceptedRow,
  type ImportRow,
  planImport,
  type ReadRow,
  type RefusedRow
} from "../domain/importContacts.ts"
import type { PhoneNumber } from "../domain/PhoneNumber.ts"
import { ContactStore } from "../ports/ContactStore.ts"
import { EventLog } from "../ports/EventLog.ts"
import { IdSource } from "../ports/IdSource.ts"
import { PhoneNumbers } from "../ports/PhoneNumbers.ts"
import { Transaction } from "../ports/Transaction.ts"

/** A contact that an import adds. */
interface ImportedContact extends Contact {
  readonly phone: PhoneNumber
}

/** What became of the rows of an import; each is in one of the lists, in the order they came in. */
export interface ImportOutcome {
  readonly added: ReadonlyArray<ImportedContact>
  readonly refused: ReadonlyArray<RefusedRow>
}

/** Rows that are read before others have their turn: reading a number takes some microseconds. */
const turn = 250

/** The rows with what their numbers are. Plain steps within a turn, which are quicker than an effect for each. */
const readNumbers = Effect.fnUntraced(function* (rows: ReadonlyArray<ImportRow>) {
  const numbers = yield* PhoneNumbers
  const read: Array<ReadRow> = []
  for (const some of Arr.chunksOf(rows, turn)) {
    for (const row of some) {
      read.push({ ...row, read: numbers.read(row.number) })
    }
    yield* Effect.yieldNow
  }
  return read
})

/** The contacts that the rows describe. */
const begin = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  rows: ReadonlyArray<AcceptedRow>,
  at: DateTime.Utc
) {
  const { uuid, vendorContactId } = yield* IdSource
  const drafts: Array<{ readonly row: AcceptedRow; readonly contact: ImportedContact }> = []
  for (const row of rows) {
    const { countryCode, email, name, phone, tags } = row
    const id = ContactId.make(yield* uuid)
    const draft = {
      id,
      vendorContactId: yield* vendorContactId,
      organizationId,
      source: "api",
      countryCode,
      name,
      email,
      tags
    }
    drafts.push({ row, contact: { ...newContact(draft, at), phone } })
  }
  return drafts
})

const takenRow = ({ index, number, phone }: AcceptedRow): RefusedRow => ({
  index,
  number,
  phone,
  refusal: new PhoneNumberTaken({ phone })
})

/** Adds those who are not known yet, and announces each. What is announced is made while they are being added. */
const add = Effect.fnUntraced(function* (organizationId: OrganizationId, contacts: ReadonlyArray<ImportedContact>) {
  const ids = yield* IdSource
  const [addedIds, announced] = yield* Effect.all(
    [
      (yield* ContactStore).insertAll(organizationId, contacts),
      Effect.forEach(contacts, (contact) =>
        Effect.map(ids.uuid, (id) => ({
          contact,
          event: contactCreated(EventId.make(id), contact, contact.source)
        }))
      )
    ],
    { concurrency: 2 }
  )
  const events = announced.filter(({ contact }) => addedIds.has(contact.id)).map(({ event }) => event)
  if (events.length > 0) yield* (yield* EventLog).appendAll(organizationId, events)
  return addedIds
})

/**
 * Adds a contact for each row with the number of somebody new, all of them or none. The platform is told nothing of
 * their tags: who is only known by a number has no labels there yet.
 */
export const importContacts = Effect.fn("importContacts")(function* (
  organizationId: OrganizationId,
  rows: ReadonlyArray<ImportRow>
): Effect.fn.Return<ImportOutcome, never, ContactStore | EventLog | IdSource | PhoneNumbers | Transaction> {
  const { atomically } = yield* Transaction
  const { accepted, refused } = planImport(yield* readNumbers(rows))
  if (accepted.length === 0) return { added: [], refused }

  const at = yield* DateTime.now
  const drafts = yield* begin(organizationId, accepted, at)
  const contacts = drafts.map(({ contact }) => contact)
  const addedIds = yield* atomically(add(organizationId, contacts))
  const taken = drafts.filter(({ contact }) => !addedIds.has(contact.id)).map(({ row }) => takenRow(row))
  return {
    added: contacts.filter(({ id }) => addedIds.has(id)),
    refused: [...refused, ...taken].toSorted((one, other) => one.index - other.index)
  }
})
