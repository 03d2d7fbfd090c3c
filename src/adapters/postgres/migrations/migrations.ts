import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { campaignTables } from "./campaignTables.ts"
import { auditTables } from "./auditTables.ts"
import { contactTables } from "./contactTables.ts"
import { conversationTables } from "./conversationTables.ts"
import { deliveryTables } from "./deliveryTables.ts"
import { directoryTables } from "./directoryTables.ts"
import { erasureTables } from "./erasureTables.ts"
import { idempotencyTables, requestLogTables } from "./requestLogTables.ts"
import { labelTables } from "./labelTables.ts"
import { inboundTables, messageTables } from "./messageTables.ts"
import { pendingSendTables } from "./pendingSendTables.ts"
import { reportTables } from "./reportTables.ts"

/** The whole schema, in the order of its references: a list may refer to tables of the lists before it. */
const statements = [
  ...directoryTables,
  ...contactTables,
  ...labelTables,
  ...conversationTables,
  ...messageTables,
  ...inboundTables,
  ...deliveryTables,
  ...requestLogTables,
  ...idempotencyTables,
  ...pendingSendTables,
  ...campaignTables,
  ...auditTables,
  ...erasureTables,
  ...reportTables
]

const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})

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

/** Checks for the table in a separate query: reading a missing table would log an error in a new database. */
const isUpToDate = Effect.flatMap(hasTable, (there) =>
  there ? Effect.map(pending, (waiting) => waiting.length === 0) : Effect.succeed(false)
)

/** Runs the pending migrations. Most starts have none, and find that with two queries and without a lock. */
export const migrate = Effect.flatMap(isUpToDate, (done) => (done ? Effect.void : Effect.asVoid(run)))
