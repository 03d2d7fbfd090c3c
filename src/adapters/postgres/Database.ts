import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Duplex } from "node:stream"
import { migrate } from "./migrations/migrations.ts"
import { Writer } from "./Writer.ts"

/** What the server ends on its own, in milliseconds: a statement, and a transaction that has stopped to do anything. */
const timeouts = { statement_timeout: "15000", idle_in_transaction_session_timeout: "15000" }

/** Connections that reads share, and how many statements may share one of them. */
const readers = { maxConnections: 8, minConnections: 1, multiplexConcurrency: 8 }

/** Connections of group writes: as many as statements are in flight at the same time. */
const writers = { maxConnections: 4, minConnections: 1 }

/** Statements that may share a connection of the embedded database. */
const embeddedConcurrency = 64

const applicationName = "effect-parley"

/** Group writes are few statements, long to plan and always of one form: each connection plans them once. */
const planning = { plan_cache_mode: "force_generic_plan" }

/** Longest wait for a connection, so that a start without a database ends with a message. */
const connectTimeout = "5 seconds" as const

/** Brings the database up to date before anything else uses it. */
const migrated = <E, R>(clients: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient | Writer, E, R>) =>
  Layer.effectDiscard(migrate).pipe(Layer.provideMerge(clients))

/** A Postgres server: one pool for reads, whose statements are pipelined, and one for group writes. */
export const server = (url: Redacted.Redacted) => {
  const common = { url, applicationName, connectTimeout, startupParameters: timeouts }
  const reads = PgClient.layer({ ...common, ...readers, multiplex: true })
  const writes = Layer.effect(
    Writer,
    PgClient.make({ ...common, ...writers, startupParameters: { ...timeouts, ...planning } })
  ).pipe(Layer.provide(Reactivity.layer))
  return migrated(Layer.merge(reads, writes))
}

/**
 * The embedded database. It is one backend, whose connections take turns, so two are enough: statements are pipelined
 * over one while a transaction has the other, and both wait for each other's turn. The time-outs do nothing there.
 */
export const embedded = (stream: () => Duplex) => {
  const reads = PgClient.layer({
    stream,
    username: "postgres",
    database: "postgres",
    applicationName,
    connectTimeout,
    minConnections: 1,
    maxConnections: 2,
    multiplex: true,
    multiplexConcurrency: embeddedConcurrency
  })
  // Startup parameters do nothing here, and what one connection sets holds for all.
  const writes = Layer.effect(
    Writer,
    Effect.tap(
      SqlClient.SqlClient,
      (sql) => sql`select set_config('plan_cache_mode', ${planning.plan_cache_mode}, false)`
    )
  )
  return migrated(writes.pipe(Layer.provideMerge(reads)))
}
