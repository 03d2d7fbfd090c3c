import type { PgPool } from "@effect/sql-pg"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Effect, type Scope } from "effect"
import { SqlError } from "effect/sql"

/** The `application_name` of the service's connections in `pg_stat_activity`. */
export const applicationName = "effect-parley"

/** Settings of a session by their names, the role among them. */
export type SessionSettings = Readonly<Record<string, string>>

/** Connections whose sessions get their settings before the first statement. */
export interface SessionPool {
  /** A connection that others may share. */
  readonly get: Effect.Effect<PgConnection, SqlError.SqlError, Scope.Scope>
  /** A connection of its own. */
  readonly reserve: Effect.Effect<PgConnection, SqlError.SqlError, Scope.Scope>
  /** Lends a connection that others may share. */
  readonly use: <A, E, R>(
    run: (connection: PgConnection) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** Longest wait for a session: a pooler without a free one lets the first statement of a connection wait. */
const patience = "5 seconds"

/** No session within that time. */
export const noSession = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: "no session",
    message: "The connection got no session of the server within 5 seconds",
    operation: "connect"
  })
})

/**
 * Sets the settings by a statement, since poolers refuse startup parameters or drop them. Until it has succeeded on a
 * connection, every use of the connection runs it first; repeating it has no effect.
 */
export const make = (pool: PgPool.PgPool, settings: SessionSettings): SessionPool => {
  const entries = Object.entries(settings)
  const calls = entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  const statement = `select ${calls.join(", ")}`
  const parameters = entries.flat()
  const ready = new WeakSet<PgConnection>()

  const prepared = <A, E, R>(connection: PgConnection, next: Effect.Effect<A, E, R>) =>
    ready.has(connection)
      ? next
      : connection.queryValues(statement, parameters, false).pipe(
          Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(noSession) }),
          Effect.flatMap(() => {
            ready.add(connection)
            return next
          })
        )

  const get = Effect.flatMap(pool.get, (connection) => prepared(connection, Effect.succeed(connection)))
  const use: SessionPool["use"] = (run) => pool.use((connection) => prepared(connection, run(connection)))
  return { get, reserve: Effect.flatMap(get, (connection) => connection.pin), use }
}
