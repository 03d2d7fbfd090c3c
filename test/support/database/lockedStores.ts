import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { DatabaseUrl } from "./DatabaseUrl.ts"
import { storesOn } from "./postgresStores.ts"
import { migratedDatabase } from "./serverDatabase.ts"

/** Every store on a database of its own, beside which `aside` runs: for tests whose statements wait for each other. */
export const lockedStores = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))
  )
)

/** Runs it on a connection that is behind no statement of the stores. */
export const aside = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(DatabaseUrl, (url) => Effect.provide(effect, PgClient.layer({ url: Redacted.make(url) })))

const waiters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
})

/** Waits until a number of statements of this database wait for a lock, or the condition holds. */
export const untilWaiting = (count = 1, isSo: () => boolean = () => false) =>
  aside(Effect.repeat(waiters, { until: (rows) => rows.length >= count || isSo() }))
