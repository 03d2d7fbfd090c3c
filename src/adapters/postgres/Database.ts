import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Duplex } from "node:stream"
import * as WakeChannel from "./delivery/WakeChannel.ts"
import { DeliveryConnections } from "./delivery/DeliveryConnections.ts"
import { migrate } from "./migrations/migrations.ts"
import { Signals } from "./Signals.ts"
import { Writer } from "./Writer.ts"

/** What the server ends on its own, in milliseconds: a statement, and a transaction that has stopped to do anything. */
const timeouts = { statement_timeout: "15000", idle_in_transaction_session_timeout: "15000" }

/**
 * Connections that reads share, and how many statements may share one of them. Another one is used only when so many are
 * under way, and statements on one wait for each other.
 */
const readers = { maxConnections: 8, minConnections: 1, multiplexConcurrency: 4 }

/** Connections of group writes: as many as statements are in flight at the same time. */
const writers = { maxConnections: 4, minConnections: 1 }

/**
 * Connections of those who attend to deliveries. Their shards take turns, so that each look finds more: with three of
 * them a tenth fewer events were delivered.
 */
const attendants = { maxConnections: 2, minConnections: 1 }

/** Opened when they are needed: one that holds locks, one that listens, and those that tell and ask. */
const signallers = { maxConnections: 5 }

/** What these write is worth nothing after a crash of the server; and their clock must not jump with the seasons. */
const signalling = { synchronous_commit: "off", TimeZone: "UTC" }

/** Lost connections that nobody tells of are noticed by this much silence. */
const keepAlive = "30 seconds" as const

/** Statements that may share a connection of the embedded database. */
const embeddedConcurrency = 64

const applicationName = "effect-parley"

/**
 * Group writes are few statements, long to plan and always of one form: each connection plans them once. It expects
 * little of arrays, and of a table that is small or not yet counted that reading all of it is cheapest: then a plan that
 * is kept reads all of it for ever.
 */
export const planning = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" }

/**
 * The log is read by its order, a few rows from the front. Of the events of a day that has just begun nothing is known,
 * and to a planner who expects few it seems cheapest to fetch all that is left, and sort it.
 */
const inOrder = { enable_bitmapscan: "off", enable_seqscan: "off", enable_sort: "off" }

/** Longest wait for a connection, so that a start without a database ends with a message. */
const connectTimeout = "5 seconds" as const

/** Brings the database up to date before anything else uses it. */
const migrated = <A, E, R>(clients: Layer.Layer<A | SqlClient.SqlClient, E, R>) =>
  Layer.effectDiscard(migrate).pipe(Layer.provideMerge(clients))

/** What any connection to a server has in common. */
const connecting = (url: Redacted.Redacted) => ({ url, applicationName, connectTimeout, startupParameters: timeouts })

/** A pool of its own for those who need it, with what its connections are told at their start. */
const poolOf = (
  url: Redacted.Redacted,
  sizes: Pick<PgClient.PgPoolConfig, "maxConnections" | "minConnections" | "keepAlive">,
  settings: Readonly<Record<string, string>>
) => PgClient.make({ ...connecting(url), ...sizes, startupParameters: { ...timeouts, ...settings } })

/** The pool by which the processes on a server agree. */
export const signals = (url: Redacted.Redacted) =>
  Layer.effect(Signals, poolOf(url, { ...signallers, keepAlive }, signalling)).pipe(Layer.provide(Reactivity.layer))

/**
 * A Postgres server: one pool for reads, whose statements are pipelined, one for group writes, one for who attends to
 * deliveries, and that of signals.
 */
export const server = (url: Redacted.Redacted) => {
  const reads = PgClient.layer({ ...connecting(url), ...readers, multiplex: true })
  const others = Layer.merge(
    Layer.effect(Writer, poolOf(url, writers, planning)),
    Layer.effect(DeliveryConnections, poolOf(url, attendants, inOrder))
  ).pipe(Layer.provide(Reactivity.layer))
  return migrated(Layer.mergeAll(reads, others, Layer.provideMerge(WakeChannel.layer, signals(url))))
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
      (sql) => sql`select set_config('plan_cache_mode', ${planning.plan_cache_mode}, false),
        set_config('enable_seqscan', ${planning.enable_seqscan}, false)`
    )
  )
  const deliveries = Layer.effect(DeliveryConnections, SqlClient.SqlClient)
  return migrated(Layer.merge(WakeChannel.none, Layer.merge(writes, deliveries).pipe(Layer.provideMerge(reads))))
}
