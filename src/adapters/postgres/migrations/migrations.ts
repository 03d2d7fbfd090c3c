import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { initial } from "./0001_initial.ts"

/** Forward only. A released migration is never changed. A later migration corrects it. */
const loader = Migrator.fromRecord({ "0001_initial": initial })

const table = "parley_migrations"

/** The migrations that the database has not had yet; none on a database that is up to date. */
export const pending = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly migration_id: number }>`select migration_id from ${sql(table)}`
  const done = new Set(rows.map((row) => row.migration_id))
  return (yield* loader).filter(([id]) => !done.has(id)).map(([id, name]) => `${id}_${name}`)
})

/** Instances that start together take turns: the table is locked for the run. */
const run = Migrator.make({})({ loader, table })

const hasTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly there: boolean }>`select to_regclass(${table}) is not null as there`
  return row?.there === true
})

/** Asked for by itself: the database would log it as an error that a new one has no table yet. */
const isUpToDate = Effect.flatMap(hasTable, (there) =>
  there ? Effect.map(pending, (waiting) => waiting.length === 0) : Effect.succeed(false)
)

/** Brings the database up to date. Most starts find that it is, by two questions and without a lock. */
export const migrate = Effect.flatMap(isUpToDate, (done) => (done ? Effect.void : Effect.asVoid(run)))
