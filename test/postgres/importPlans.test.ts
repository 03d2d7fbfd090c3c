import { assert, describe, it } from "@effect/vitest"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { givenOrganization, phoneOf } from "../support/given.ts"
import { givenContact, someContact } from "../support/givenContact.ts"
import { serverStores } from "../support/postgresStores.ts"
import { insertAll } from "../support/insertAll.ts"

/** Rows of contacts that the transaction has read by going through the table. */
const readThrough = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly rows: number }>`
    select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'contacts'`
)

describe("many contacts on a connection that has seen few", () => {
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
