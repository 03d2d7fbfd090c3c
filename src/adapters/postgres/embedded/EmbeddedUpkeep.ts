import { PgConnection } from "@effect/sql-pg"
import { Effect, Schedule, Schema, type Scope } from "effect"
import { type Duplex } from "node:stream"
import { logFailure } from "../../../telemetry/failureLog.ts"

const interval = "1 minute"

/** The most log that a start after a kill has to replay, plus or minus a minute's writes. */
const maxLogBytes = 32 * 1024 * 1024

const logSinceCheckpoint = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
  from pg_control_checkpoint()`

/** The table with the most bloat, measured like the server's autovacuum at its default settings. */
const mostBloatedTable = `select relid::regclass::text as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
  order by n_dead_tup + n_mod_since_analyze desc limit 1`

const Log = Schema.Tuple([Schema.Struct({ bytes: Schema.Number })])
const Tables = Schema.Array(Schema.Struct({ name: Schema.String }))

/** Runs one pass. It vacuums at most one table, since all queries wait meanwhile. */
export const runUpkeepPass = Effect.fnUntraced(function* (stream: () => Duplex) {
  const { query } = yield* PgConnection.make({ stream, username: "postgres", database: "postgres", prepare: false })
  const ask = <S extends Schema.Constraint>(schema: S, statement: string) =>
    Effect.flatMap(query(statement), ({ rows }) => Schema.decodeUnknownEffect(schema)(rows))

  for (const { name } of yield* ask(Tables, mostBloatedTable)) yield* query(`vacuum (analyze) ${name}`)
  const [log] = yield* ask(Log, logSinceCheckpoint)
  if (log.bytes > maxLogBytes) yield* query("checkpoint")
})

/**
 * Replaces a server's background processes for as long as the scope lives. The embedded database has none: without
 * this its log would grow, dead rows would stay, and the planner would know nothing about any table.
 */
export const run = (stream: () => Duplex): Effect.Effect<void, never, Scope.Scope> =>
  Effect.scoped(runUpkeepPass(stream)).pipe(
    Effect.catch((error) =>
      logFailure({ level: "Warn", text: "The upkeep of the embedded database failed; it runs again" }, error.message)
    ),
    Effect.schedule(Schedule.spaced(interval)),
    Effect.forkScoped,
    Effect.asVoid
  )
