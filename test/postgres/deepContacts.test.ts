import { assert, layer } from "@effect/vitest"
import { Array, DateTime, Effect, Random } from "effect"
import { SqlClient } from "effect/sql"
import { newestContacts } from "../../src/adapters/postgres/newestContacts.ts"
import { type Contact, newContact } from "../../src/domain/Contact.ts"
import { ContactId, type OrganizationId } from "../../src/domain/Ids.ts"
import { ContactStore } from "../../src/ports/ContactStore.ts"
import { IdSource } from "../../src/ports/IdSource.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { givenOrganization, phoneOf } from "../support/given.ts"
import { beginning } from "../support/givenContact.ts"
import { serverStores } from "../support/postgresStores.ts"
import { insertAll } from "../support/insertAll.ts"

/** More than are walked over from the start without looking for another way. */
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
  it.effect("show what stands there, whichever was seen before, and whoever came and went since", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const pageOf = newestContacts(yield* SqlClient.SqlClient)
      const { remove } = yield* ContactStore
      let there: ReadonlyArray<Contact> = yield* add(id, 0, size)
      const look = Effect.gen(function* () {
        const expected = listed(there)
        const limit = yield* Random.choice([7, 20, 100])
        const last = Math.ceil(expected.length / limit)
        for (const page of yield* Random.shuffle(Array.range(1, last + 1))) {
          const { rows, total } = yield* pageOf(id, { page, limit })
          assert.deepStrictEqual(
            rows.map((row) => row.id),
            expected.slice((page - 1) * limit, page * limit)
          )
          assert.strictEqual(total, expected.length)
        }
      })
      yield* look
      yield* look
      // As many come as go, in the middle of the list.
      for (const gone of there.slice(600, 603)) yield* remove(id, gone.id)
      there = [...there.slice(0, 600), ...there.slice(603), ...(yield* add(id, size, 3))]
      yield* look
      there = [...there, ...(yield* add(id, size + 3, 40))]
      yield* look
    }).pipe(Random.withSeed("deep pages"))
  )

  it.effect("are not found by what was taken back", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const pageOf = newestContacts(yield* SqlClient.SqlClient)
      const { atomically } = yield* Transaction
      const there = yield* add(id, 0, size)
      const page = { page: 40, limit: 20 }
      yield* atomically(
        Effect.gen(function* () {
          yield* add(id, size, 5)
          yield* pageOf(id, page)
          return yield* Effect.fail("taken back")
        })
      ).pipe(Effect.ignore)
      const all = [...there, ...(yield* add(id, size + 9, 3))]
      const { rows } = yield* pageOf(id, page)
      assert.deepStrictEqual(
        rows.map((row) => row.id),
        listed(all).slice(780, 800)
      )
    })
  )

  it.effect("show somebody although the one they were counted from has gone in the meantime", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const sql = yield* SqlClient.SqlClient
      const { remove } = yield* ContactStore
      const there = listed(yield* add(id, 0, size))
      const known = there[600]
      let leaving: Effect.Effect<unknown> = Effect.void
      // The total is asked for first.
      const slow = new Proxy(sql, {
        apply: (target, self, [texts, ...values]) => {
          const statement = Reflect.apply(target, self, [texts, ...values])
          return String(texts).includes("sum(contacts)") ? Effect.tap(statement, () => leaving) : statement
        }
      })
      const pageOf = newestContacts(slow)
      yield* pageOf(id, { page: 31, limit: 20 })
      if (known !== undefined) leaving = remove(id, known)
      const { rows } = yield* pageOf(id, { page: 31, limit: 20 })
      assert.deepStrictEqual(
        rows.map((row) => row.id),
        // Counted from the end, as it is nearer.
        [...there.slice(599, 600), ...there.slice(601, 620)]
      )
    })
  )
})
