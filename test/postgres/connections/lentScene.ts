import { PgPool } from "@effect/sql-pg"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect, Redacted, type Scope } from "effect"
import * as LentSessions from "../../../src/adapters/postgres/connections/LentSessions.ts"
import type { SessionPool } from "../../../src/adapters/postgres/connections/SessionPool.ts"
import { createRole } from "../../../src/adapters/postgres/rowsecurity/setUp.ts"
import { maintain, serverDatabase } from "../../support/database/serverDatabase.ts"

const ours = { search_path: '"parley"', statement_timeout: "8000", enable_seqscan: "off" }

/** What a program may have chosen for its sessions, by the address and by statements. */
const startupParameters = { default_transaction_isolation: "serializable", lock_timeout: "1234" }
const chosen = [
  "set search_path = shop, public",
  "set statement_timeout = '77s'",
  "set default_transaction_read_only = on",
  "set synchronous_commit = off",
  "set role shopkeeper"
]

const names = [
  "search_path",
  "statement_timeout",
  "role",
  "lock_timeout",
  "default_transaction_isolation",
  "default_transaction_read_only",
  "synchronous_commit",
  "enable_seqscan",
  "application_name",
  "idle_session_timeout"
]

export const settingsOf = (connection: PgConnection) =>
  Effect.map(connection.queryValues(`select ${names.map((name) => `current_setting('${name}')`).join()}`), ([row]) =>
    Object.fromEntries(names.map((name, index) => [name, row?.[index]]))
  )

export const programs = {
  search_path: "shop, public",
  statement_timeout: "77s",
  role: "shopkeeper",
  lock_timeout: "1234ms",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  synchronous_commit: "off",
  enable_seqscan: "on",
  application_name: "the shop",
  idle_session_timeout: "0"
}

export const services = {
  search_path: '"parley", pg_temp',
  statement_timeout: "8s",
  role: "none",
  lock_timeout: "0",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  synchronous_commit: "on",
  enable_seqscan: "off",
  application_name: "effect-parley",
  idle_session_timeout: "0"
}

const inUse = new WeakSet<PgConnection>()

/** Runs a statement of the program, which sets up each connection when it gets it for the first time. */
export const programUses = <A, E>(pool: PgPool.PgPool, run: (connection: PgConnection) => Effect.Effect<A, E>) =>
  pool.use((connection) => {
    if (inUse.has(connection)) return run(connection)
    inUse.add(connection)
    return Effect.andThen(
      Effect.forEach(chosen, (statement) => connection.query(statement)),
      run(connection)
    )
  })

/** A pool of a program, and a table of the service. */
export const given = Effect.fnUntraced(function* (maxConnections = 1, more: Partial<PgPool.Config> = {}) {
  const url = yield* serverDatabase()
  yield* maintain(url, createRole("shopkeeper"), "create schema parley", "create table parley.marks (n int)")
  const pool = yield* PgPool.make({
    url: Redacted.make(url),
    maxConnections,
    applicationName: "the shop",
    startupParameters,
    ...more
  })
  return { url, pool }
})

export const processOf = ({ processId }: PgConnection) => Effect.succeed(processId)

const lending = { held: 0, most: 1, atEnd: "restore" } as const

/** Runs the effect on sessions that end with it. */
export const lent = <A, E>(
  pool: PgPool.PgPool,
  run: (sessions: SessionPool) => Effect.Effect<A, E, Scope.Scope>,
  more: Partial<LentSessions.Lending> = {}
) => Effect.scoped(Effect.flatMap(LentSessions.make(pool, ours, { ...lending, ...more }), run))

export const mark = (connection: PgConnection) => connection.query("insert into marks values (1)")

export const marks = (connection: PgConnection) => connection.queryValues("select count(*)::int from marks")

/** A transaction that nothing ends. */
export const leftOpen = (connection: PgConnection) => Effect.andThen(connection.query("begin"), mark(connection))

export const reserved = <A, E>(sessions: SessionPool, run: (connection: PgConnection) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(sessions.reserve, run))
