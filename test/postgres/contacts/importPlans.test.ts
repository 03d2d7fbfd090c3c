import { assert, describe, it } from "@effect/vitest"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { givenContact, someContact } from "../../../testing/given/givenContact.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"

/** Rows of contacts that the transaction has read by going through the table. */
const readThrough = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly rows: number }>`
    select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'contacts'`
)

describe("many contacts added on a connection whose plans were made for few", () => {
  it.live("are added without reading all of them for each", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* givenOrganization()
      const many = yield* Effect.forEach(Array.range(1_000, 2_999), (n) => someContact(id, { phone: phoneOf(n) }))
      yield* Effect.forEach(Array.range(0, 79), (n) => givenContact(id, { phone: phoneOf(n) }))
      yield* sql`analyze contacts`
      const read = yield* sql.withTransaction(
        Effect.gen(function* () {
          // A plan is kept from the sixth time on: for a few pages, which are read as quickly as looked up in.
          yield* Effect.forEach(Array.range(80, 99), (n) => givenContact(id, { phone: phoneOf(n) }))
          const added = yield* insertAll(id, many)
          assert.strictEqual(added.size, many.length)
          return yield* readThrough
        })
      )
      assert.isBelow(read[0]?.rows ?? Infinity, 10 * many.length)
    }).pipe(Effect.provide(serverStores))
  )
})

/** Entries that the transaction has read of what contacts are known by. */
const entriesRead = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly entries: number }>`
    select coalesce(sum(pg_stat_get_xact_tuples_fetched(indexrelid) + pg_stat_get_xact_tuples_returned(indexrelid)), 0)::int
      as entries
    from pg_index where indrelid = 'contact_identities'::regclass`
)

describe("many contacts of an organization without a contact count", () => {
  it.live("are looked up one by one, without a scan of the organization", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counted = yield* givenOrganization()
      const numbers = (from: number) => Array.range(from, from + 1_999)
      const some = (id: OrganizationId, from: number) =>
        Effect.forEach(numbers(from), (n) => someContact(id, { phone: phoneOf(n) }))
      yield* insertAll(counted.id, yield* some(counted.id, 0))
      yield* sql`analyze contacts, contact_identities`
      const { id } = yield* givenOrganization()
      yield* insertAll(id, yield* some(id, 0))
      const more = yield* some(id, 2_000)
      const read = yield* sql.withTransaction(Effect.andThen(insertAll(id, more), entriesRead))
      assert.isBelow(read[0]?.entries ?? Infinity, 10 * more.length)
    }).pipe(Effect.provide(serverStores))
  )
})
