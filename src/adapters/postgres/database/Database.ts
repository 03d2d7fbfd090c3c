import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Duplex } from "node:stream"
import * as WakeChannel from "../delivery/WakeChannel.ts"
import { DeliveryConnections } from "../delivery/DeliveryConnections.ts"
import { migrate } from "../migrations/migrations.ts"
import * as ActingClient from "../rowsecurity/ActingClient.ts"
import type { ActingTypes } from "../rowsecurity/ActingConnection.ts"
import { roles } from "../rowsecurity/roles.ts"
import { setUpRowSecurity } from "../rowsecurity/setUp.ts"
import { LedgerConnection } from "./LedgerConnection.ts"
import * as PgAvailability from "./PgAvailability.ts"
import * as ReadShares from "./ReadShares.ts"
import { Signals } from "./Signals.ts"
import { Writer } from "./Writer.ts"

/**
 * Settings of every connection to a server. The server ends statements, and idle transactions, after this many
 * milliseconds: a statement that waits for a lock ends early enough that its request is answered within 10 seconds. JIT
 * is off: up to version 17 a plan that avoids the plan types switched off below (`planning`, `inOrder`) has a cost of
 * 1e10, for which the server compiles each execution, and that takes seconds.
 */
const everywhere = { statement_timeout: "8000", idle_in_transaction_session_timeout: "15000", jit: "off" }

/**
 * Connections of reads, and the most statements on one of them. A further connection is used only if all others are
 * full, and statements on one connection wait for each other.
 */
const readers = { maxConnections: 8, minConnections: 1, multiplex: true, multiplexConcurrency: 4 }

/** Connections of reads that may take long, and how many of them one organization has at the same time. */
const searchers = { maxConnections: 4, minConnections: 0 }
const searchShares = { capacity: searchers.maxConnections, share: 1 }

/** The server ends a search after this time, in milliseconds: it is not worth more of the processor. */
const searchTimeout = { statement_timeout: "5000" }

/** Lists leave a quarter of what readers can do to single rows, and a quarter is the most for one organization. */
const listShares = { capacity: 24, share: 8 }

/** Connections of group commits: one for each statement in flight. */
const writers = { maxConnections: 4, minConnections: 1 }

/**
 * Connections of the delivery workers. Their shards take turns, so that each poll finds more events: with three
 * connections a tenth fewer events were delivered.
 */
const deliveryWorkers = { maxConnections: 2, minConnections: 1 }

/** Opened on demand: one for locks, one that listens, and the others for notifications and queries. */
const signallers = { maxConnections: 5 }

/** The rate ledger: one report after the other, and the first of them does not wait for a connection. */
const ledger = { maxConnections: 1, minConnections: 1 }

/** What these write is worth nothing after a crash of the server; and their clock must not jump with the seasons. */
const signalling = { synchronous_commit: "off", TimeZone: "UTC" }

/** A lost connection that was not closed is detected after this much silence. */
const keepAlive = "30 seconds" as const

/** Statements that may share a connection of the embedded database. */
const embeddedConcurrency = 64

/** One search at a time: further searches wait for that one only, and organizations take turns. */
const embeddedSearchShares = { capacity: 1, share: 1 }

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

type Sizes = Pick<
  PgClient.PgPoolConfig,
  "maxConnections" | "minConnections" | "keepAlive" | "multiplex" | "multiplexConcurrency"
>

const configOf = (url: Redacted.Redacted, sizes: Sizes, settings: Readonly<Record<string, string>> = {}) => ({
  url,
  applicationName,
  connectTimeout,
  ...sizes,
  startupParameters: { ...everywhere, ...settings }
})

/** A pool of connections to a server, each with these settings, in the role of the URL unless the settings name one. */
const poolOf = (...config: Parameters<typeof configOf>) => PgClient.make(configOf(...config))

/** Asks whether the server is there, on a connection that nothing else makes wait. */
export const availability = (url: Redacted.Redacted) =>
  PgAvailability.layer(poolOf(url, { maxConnections: 1 })).pipe(Layer.provide(Reactivity.layer))

/** The pool by which the processes on a server agree. */
export const signals = (url: Redacted.Redacted) =>
  Layer.effect(Signals, poolOf(url, { ...signallers, keepAlive }, signalling)).pipe(Layer.provide(Reactivity.layer))

/** Whether the database itself keeps organizations apart (decision 15, Row-level security). */
export type RowSecurity = "on" | "off"

/**
 * Brings the database up to date before anything else uses it, as the owner of its tables. Gives what connections need
 * to act for organizations; null without row-level security.
 */
const prepare = (url: Redacted.Redacted, rowSecurity: RowSecurity) =>
  Effect.flatMap(poolOf(url, { maxConnections: 1 }), (owner) =>
    Effect.andThen(migrate, rowSecurity === "on" ? setUpRowSecurity : Effect.succeed(null)).pipe(
      Effect.provideService(SqlClient.SqlClient, owner)
    )
  ).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

/**
 * A Postgres server: one pool for reads, whose statements are pipelined, one for slow reads, one for group commits, one
 * for the delivery workers, and one for signals. Only here a pool gets its role: statements of the delivery workers are
 * about all organizations of a shard, and signals about none.
 */
const pools = (url: Redacted.Redacted, acting: ActingTypes | null) => {
  const pool = (own: string, ...config: Parameters<typeof configOf>) =>
    acting === null ? poolOf(...config) : ActingClient.make(configOf(...config), own, acting)
  const asWorker = acting === null ? {} : { role: roles.worker }
  const sizes = { searches: searchShares, lists: listShares }
  const others = Layer.mergeAll(
    Layer.effect(SqlClient.SqlClient, pool(roles.service, url, readers)),
    Layer.effect(
      ReadShares.ReadShares,
      Effect.map(pool(roles.finder, url, searchers, searchTimeout), (searches) => ReadShares.make(searches, sizes))
    ),
    Layer.effect(Writer, pool(roles.service, url, writers, planning)),
    Layer.effect(DeliveryConnections, poolOf(url, deliveryWorkers, { ...inOrder, ...asWorker })),
    Layer.effect(LedgerConnection, poolOf(url, ledger, { ...signalling, ...asWorker }))
  ).pipe(Layer.provide(Reactivity.layer))
  return Layer.mergeAll(others, Layer.provideMerge(WakeChannel.layer, signals(url)))
}

/** The clients of a server's database, brought up to date. */
export const server = (url: Redacted.Redacted, rowSecurity: RowSecurity = "on") =>
  Layer.unwrap(Effect.map(prepare(url, rowSecurity), (acting) => pools(url, acting)))

/**
 * The embedded database. It is one backend whose connections take turns, so two are enough: one pipelines statements
 * while a transaction has the other, and both wait for each other's turn. The time-outs have no effect there.
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
  const rates = Layer.effect(LedgerConnection, SqlClient.SqlClient)
  const sizes = { searches: embeddedSearchShares, lists: listShares }
  const shares = Layer.effect(
    ReadShares.ReadShares,
    Effect.map(SqlClient.SqlClient, (sql) => ReadShares.make(sql, sizes))
  )
  const others = Layer.mergeAll(writes, deliveries, shares, rates)
  const clients = Layer.merge(WakeChannel.none, Layer.provideMerge(others, reads))
  return Layer.effectDiscard(migrate).pipe(Layer.provideMerge(clients))
}
