import { assert, layer } from "@effect/vitest"
import { Array, DateTime, Effect, Random } from "effect"
import { SqlClient } from "effect/sql"
import { newestContacts } from "../../../src/adapters/postgres/contacts/contactsInOrder.ts"
import { type Contact, newContact } from "../../../src/domain/contacts/Contact.ts"
import { ContactId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { IdSource } from "../../../src/ports/process/IdSource.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { beginning } from "../../../testing/given/givenContact.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"

/** More than are read from the start in one statement with the total. */
const size = 1_200

/** So many contacts from the nth on, several of each second. */
const add = Effect.fnUntraced(function* (organizationId: OrganizationId, from: number, count: number) {
  const ids = yield* IdSource
  const contacts = yield* Effect.forEach(
    Array.range(from, from + count - 1),
    Effect.fnUntraced(function* (n) {
      const draft = {
        id: ContactId.make(yield* ids.uuid),
        vendorContactId: yield* ids.vendorContactId,
        organizationId,
        source: "import"
      }
      const at = DateTime.add(beginning, { seconds: Math.floor(n / 3) })
      return { ...newContact(draft, at), phone: phoneOf(n) }
    })
  )
  yield* insertAll(organizationId, contacts)
  return contacts
})

const key = ({ createdAt, id }: Contact) => `${DateTime.formatIso(createdAt)} ${id}`
const listed = (contacts: ReadonlyArray<Contact>) =>
  contacts.toSorted((one, other) => (key(one) < key(other) ? 1 : -1)).map(({ id }) => id)

layer(serverStores)("pages of many contacts", (it) => {
  it.effect("have the contacts of their range after contacts were added and removed", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const pageOf = newestContacts(yield* SqlClient.SqlClient)
      const { remove } = yield* ContactStore
      let there: ReadonlyArray<Contact> = yield* add(id, 0, size)
      const readPages = Effect.gen(function* () {
        const expected = listed(there)
        const limit = yield* Random.choice([7, 20, 100])
        const last = Math.ceil(expected.length / limit)
        for (const page of yield* Random.shuffle(Array.range(1, last + 1))) {
          const { rows, total } = yield* pageOf(id, { page, limit })
          assert.deepStrictEqual(
            rows.map((row) => row.contact.id),
            expected.slice((page - 1) * limit, page * limit)
          )
          assert.strictEqual(total, expected.length)
        }
      })
      yield* readPages
      // The total stays the same.
      for (const removed of there.slice(600, 603)) yield* remove(id, removed.id)
      there = [...there.slice(0, 600), ...there.slice(603), ...(yield* add(id, size, 3))]
      yield* readPages
      there = [...there, ...(yield* add(id, size + 3, 40))]
      yield* readPages
    }).pipe(Random.withSeed("deep pages"))
  )
})
