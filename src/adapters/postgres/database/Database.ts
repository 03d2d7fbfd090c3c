import * as WakeChannel from "./WakeChannel.ts"
import * as PgAvailability from "./PgAvailability.ts"
import * as ReadShares from "./ReadShares.ts"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Duplex } from "node:stream"
import { ReadWait } from "../../../ports/process/Transaction.ts"
import { DeliveryConnections, LedgerConnection, Locks, Signals, Writer } from "./DatabaseClients.ts"
import { migrate } from "../migrations/migrations.ts"
import type { ActingTypes } from "../rowsecurity/ActingConnection.ts"
import type { Roles } from "../rowsecurity/Acting.ts"
import { setUpRowSecurity } from "../rowsecurity/setUp.ts"
import { type SessionSettings, applicationName } from "../connections/SessionPool.ts"
import {
  type Connect,
  type PoolWaits,
  type Sizes,
  clientsOf,
  configOf,
  connectTimeout,
  isPool,
  single
} from "../connections/clients.ts"
import {
  type ConnectionSizes,
  checkPool,
  connectionSizes,
  defaultConnections,
  fewestSizes
} from "../connections/connectionSizes.ts"
import { MaxReports } from "./PgTransaction.ts"
import { CurrentJoining } from "./joinCalls.ts"
import { checkOwner, checkSchema, defaultSchema, prepareSchema, searchPath } from "./DatabaseSchema.ts"
import { Waits, connectionWaits } from "../connections/Waits.ts"

/** Statements on one connection of reads. A further connection is used only if all others are full. */
const readersShare = { multiplex: true, multiplexConcurrency: 4 }

/** Shares of the connections for long reads: at most one per organization. */
const searchShares = ({ searchers }: ConnectionSizes) => ({ capacity: searchers, share: 1 })

/**
 * Lists use at most three quarters of the readers' capacity; the rest is for single rows. An organization gets at most a
 * quarter. Readers on the program's pool run one statement at a time.
 */
const listShares = (readers: number, each: number = readersShare.multiplexConcurrency) => ({
  capacity: Math.floor((3 * readers * each) / 4),
  share: Math.ceil((readers * each) / 4)
})

/** The server ends a search after this time, in milliseconds, to limit its processor time. */
const searchTimeout = { statement_timeout: "5000" }

/** Settings of signal connections: their writes need not survive a crash, and their clock has no daylight saving. */
const signalling = { synchronous_commit: "off", TimeZone: "UTC" }

/** A lost connection that was not closed is detected after this much silence. */
const keepAlive = "30 seconds" as const

/** Statements that may share a connection of the embedded database. */
const embeddedConcurrency = 64

/**
 * Reports of one transaction in the embedded database. Everything else waits for its end: 500 reports take 0.4 s of the
 * processor, and a call needs several turns.
 */
const embeddedReports = 50

/** Shares of the embedded database: a single search at a time, round-robin over organizations. */
const embeddedShares = { searches: { capacity: 1, share: 1 }, lists: listShares(8) }

/**
 * Group writes are few statements of a fixed form that take long to plan, so each connection plans them once. For a small
 * or not yet analyzed table the planner would choose a sequential scan, and the cached plan would scan the table for ever.
 */
export const planning = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" }

/**
 * The outbox is read in the order of its index, a few rows at a time. The events of a new day have no statistics yet. The
 * planner then expects few rows, and would fetch and sort all of them.
 */
const inOrder = { enable_bitmapscan: "off", enable_seqscan: "off", enable_sort: "off" }

export type { Connect } from "../connections/clients.ts"

/** Whether the database enforces the isolation of organizations (decision 15, Row-level security). */
export type RowSecurity = "on" | "off"

/** Options of the database on a server. */
export interface ServerOptions {
  /** The schema of all tables and functions; created if it is missing. */
  readonly schema?: string
  /** Connections of the process. */
  readonly connections?: number
  readonly rowSecurity?: RowSecurity
}

/** Probes the server on a connection of its own, so that no other statement delays it. */
export const availability = (connect: Connect, { schema = defaultSchema }: ServerOptions = {}) =>
  PgAvailability.layer(
    isPool(connect)
      ? clientsOf(connect, schema).plain(single, {}, Effect.succeed(null))
      : PgClient.make(configOf(connect, single))
  ).pipe(Layer.provide(Reactivity.layer))

/** The pools by which the processes on a server agree: one for signals, one for the locks of shards. */
export const signals = (
  connect: Connect,
  { connections = defaultConnections, schema = defaultSchema }: ServerOptions = {}
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sizes = yield* connectionSizes(connections)
      const clients = clientsOf(connect, schema)
      const pool = (kind: "signallers" | "locks", waits: PoolWaits) =>
        clients.sessions(
          { maxConnections: sizes[kind], held: fewestSizes[kind], keepAlive, atEnd: "close" },
          signalling,
          waits
        )
      const sessions = yield* pool("signallers", connectionWaits("signals"))
      const locking = yield* pool("locks", connectionWaits("locks"))
      return Context.make(Signals, yield* clients.client(sessions)).pipe(
        Context.add(Locks, yield* clients.client({ ...sessions, reserve: locking.reserve }))
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))

/**
 * Brings the database up to date before anything else uses it, as the owner of its tables. Gives what connections need
 * to act for organizations; null without row-level security.
 */
const prepare = Effect.fnUntraced(
  function* (connect: Connect, { rowSecurity, schema }: Required<ServerOptions>) {
    yield* checkSchema(schema)
    const owner = yield* clientsOf(connect, schema).checked
    return yield* checkOwner(schema).pipe(
      Effect.andThen(prepareSchema(schema)),
      Effect.andThen(migrate),
      Effect.andThen(rowSecurity === "on" ? setUpRowSecurity(schema) : Effect.succeed(null)),
      Effect.provideService(SqlClient.SqlClient, owner)
    )
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

/**
 * A Postgres server: one pool for reads, whose statements are pipelined, one for slow reads, one for group commits, one
 * for the delivery workers, one for signals, and one for locks. Only here a pool gets its role: statements of the
 * delivery workers are about all organizations of a shard, and signals about none.
 */
const pools = (
  connect: Connect,
  options: Required<ServerOptions>,
  sizes: ConnectionSizes,
  acting: ActingTypes | null
) => {
  const client = clientsOf(connect, options.schema)
  const pool = (role: keyof Roles, most: Sizes, settings: SessionSettings, waits: PoolWaits) =>
    acting === null
      ? client.plain(most, settings, waits)
      : client.acting(most, settings, { own: acting.roles[role], types: acting }, waits)
  const asWorker = acting === null ? {} : { role: acting.roles.worker }
  const most = (kind: keyof ConnectionSizes) => ({ maxConnections: sizes[kind], held: fewestSizes[kind] })
  const shares = {
    searches: searchShares(sizes),
    lists: isPool(connect) ? listShares(sizes.readers, 1) : listShares(sizes.readers)
  }
  const reads = Effect.gen(function* () {
    const waits = (yield* connectionWaits("readers")) ?? new Waits()
    const readers = { ...most("readers"), minConnections: 1, ...readersShare }
    const sql = yield* pool("service", readers, {}, Effect.succeed(waits))
    return Context.make(ReadWait, waits).pipe(Context.add(SqlClient.SqlClient, sql))
  })
  const others = Layer.mergeAll(
    Layer.effectContext(reads),
    Layer.effect(
      ReadShares.ReadShares,
      Effect.flatMap(
        pool("finder", { ...most("searchers"), minConnections: 0 }, searchTimeout, connectionWaits("searchers")),
        (searches) => ReadShares.make(searches, shares)
      )
    ),
    Layer.effect(
      Writer,
      pool("service", { ...most("writers"), minConnections: 1 }, planning, connectionWaits("writers"))
    ),
    Layer.effect(
      DeliveryConnections,
      client.plain(
        { ...most("deliveryWorkers"), minConnections: 1 },
        { ...inOrder, ...asWorker },
        connectionWaits("delivery")
      )
    ),
    Layer.effect(
      LedgerConnection,
      client.plain({ ...most("ledger"), minConnections: 1 }, { ...signalling, ...asWorker }, connectionWaits("ledger"))
    )
  ).pipe(Layer.provide(Reactivity.layer))
  const joining = client.joining(acting === null ? null : { own: acting.roles.service, types: acting })
  return Layer.mergeAll(
    others,
    Layer.provideMerge(WakeChannel.layer, signals(connect, options)),
    Layer.succeed(CurrentJoining, joining)
  )
}

/** Brings the database up to date, and ends. */
export const migrateServer = (
  connect: Connect,
  { rowSecurity = "on", schema = defaultSchema }: Omit<ServerOptions, "connections"> = {}
) => Effect.asVoid(prepare(connect, { connections: defaultConnections, rowSecurity, schema }))

/** The clients of a server's database, brought up to date. */
export const server = (
  connect: Connect,
  { connections = defaultConnections, rowSecurity = "on", schema = defaultSchema }: ServerOptions = {}
) => {
  const options = { connections, rowSecurity, schema }
  return Layer.unwrap(
    Effect.gen(function* () {
      const sizes = yield* connectionSizes(connections)
      if (isPool(connect)) yield* checkPool(connect, options)
      return pools(connect, options, sizes, yield* prepare(connect, options))
    })
  )
}

/**
 * The embedded database. It is one backend whose connections take turns, so two are enough: one pipelines statements
 * while a transaction has the other, and both wait for each other's turn. The time-outs have no effect there.
 */
export const embedded = (stream: () => Duplex, schema = defaultSchema) => {
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
  const shares = Layer.effect(
    ReadShares.ReadShares,
    Effect.flatMap(SqlClient.SqlClient, (sql) => ReadShares.make(sql, embeddedShares))
  )
  const others = Layer.mergeAll(writes, deliveries, shares, rates, Layer.succeed(MaxReports, embeddedReports))
  const clients = Layer.merge(WakeChannel.none, Layer.provideMerge(others, reads))
  const upToDate = Effect.gen(function* () {
    yield* checkSchema(schema)
    const sql = yield* SqlClient.SqlClient
    yield* sql`select set_config('search_path', ${searchPath(schema).search_path}, false)`
    yield* prepareSchema(schema)
    yield* migrate
  })
  return Layer.effectDiscard(upToDate).pipe(Layer.provideMerge(clients))
}
