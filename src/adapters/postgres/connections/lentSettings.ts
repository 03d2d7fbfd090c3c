import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { applicationName } from "./applicationName.ts"
import type { SessionSettings } from "./SessionPool.ts"

/** Settings that a program may have changed for its own statements, and that affect those of the service. */
const neutral: SessionSettings = {
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  default_transaction_deferrable: "off",
  lock_timeout: "0",
  idle_session_timeout: "0",
  DateStyle: "ISO",
  row_security: "on",
  role: "none",
  application_name: applicationName
}

/** Commits are as durable as they are by default for the user of the pool: null is the default of the session. */
const durability = { synchronous_commit: null }

/** Those of them that affect statements in a transaction that the program has begun. */
const neutralInTransaction: SessionSettings = {
  lock_timeout: "0",
  DateStyle: "ISO",
  row_security: "on",
  role: "none",
  "parley.organizations": ""
}

/** Postgres 16 and older do not know it. */
const ofNewServers = { transaction_timeout: "0" }

/** A temporary table of the program would be found first, unless the path names its place. */
const afterTables = ({ search_path, ...others }: SessionSettings): SessionSettings =>
  search_path === undefined ? others : { ...others, search_path: `${search_path}, pg_temp` }

/** The values of settings, in the order of their names; null is a setting that the server does not know. */
export type Values = ReadonlyArray<string | null>

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.TupleWithRest(Schema.Tuple([Schema.Array(Schema.NullOr(Schema.String))]), [Schema.Unknown])])
)

/** Sets settings for a session of another owner, and restores those that it had. */
export interface LentSettings {
  /** Returns the former values. On a failure nothing has changed. */
  readonly set: (connection: PgConnection) => Effect.Effect<Values, SqlError.SqlError>
  readonly restore: (connection: PgConnection, before: Values) => Effect.Effect<unknown, SqlError.SqlError>
}

/**
 * A single statement reads all values and sets the new ones, so no values are lost in between. The statements are not
 * prepared: they use no slot of the program's statement cache. `isLocal`: the settings are those of a transaction of the
 * program, and end with it.
 */
export const lentSettings = (settings: SessionSettings, isLocal = false): LentSettings => {
  const entries = Object.entries(
    isLocal
      ? { ...neutralInTransaction, ...afterTables(settings) }
      : { ...durability, ...neutral, ...afterTables(settings), ...ofNewServers }
  )
  const names = entries.map(([name]) => name)
  const values = entries.map(([, value]) => value)
  const calls = entries.map(([name], index) => {
    const call = `set_config($${index + 1}, $${names.length + index + 1}, ${isLocal})`
    return name in ofNewServers ? `case when b.had[${index + 1}] is not null then ${call} end` : call
  })
  const had = names.map((_, index) => `current_setting($${index + 1}, true)`)
  const set = `with before as materialized (select array[${had.join()}] as had) select b.had, ${calls.join()} from before b`
  return {
    set: (connection) =>
      Effect.flatMap(connection.queryValues(set, [...names, ...values], false), (rows) =>
        Effect.map(Effect.orDie(decodeRows(rows)), ([[before]]) => before)
      ),
    restore: (connection, before) => {
      const known = names.flatMap((name, index) => {
        // Only that of the organizations is unknown before.
        const value = before[index] ?? (isLocal ? "" : null)
        return value === null ? [] : [{ name, value }]
      })
      const back = known.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, ${isLocal})`)
      return connection.queryValues(
        `select ${back.join()}`,
        known.flatMap(({ name, value }) => [name, value]),
        false
      )
    }
  }
}
