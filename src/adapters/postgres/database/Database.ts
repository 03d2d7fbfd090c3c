import { PgClient, PgConnection, PgPool } from "@effect/sql-pg"
import { Context, Effect, Layer, type Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { Duplex } from "node:stream"
import { ReadWait } from "../../../ports/stores/ReadWait.ts"
import * as WakeChannel from "../delivery/WakeChannel.ts"
import { DeliveryConnections } from "../delivery/DeliveryConnections.ts"
import { migrate } from "../migrations/migrations.ts"
import * as ActingClient from "../rowsecurity/ActingClient.ts"
import type { ActingTypes } from "../rowsecurity/ActingConnection.ts"
import type { Roles } from "../rowsecurity/roles.ts"
import { setUpRowSecurity } from "../rowsecurity/setUp.ts"
import { checkSessions } from "./checkSessions.ts"
import { type ConnectionSizes, connectionSizes, defaultConnections } from "./connectionSizes.ts"
import { checkSchema, defaultSchema, prepareSchema, searchPath } from "./DatabaseSchema.ts"
import { LedgerConnection } from "./LedgerConnection.ts"
import * as PgAvailability from "./PgAvailability.ts"
import * as ReadShares from "./ReadShares.ts"
import { type ServerAddress, serverAddress } from "./ServerAddress.ts"
import * as SessionPool from "./SessionPool.ts"
import type { SessionSettings } from "./SessionPool.ts"
import { Signals } from "./Signals.ts"
import { waitedSessions } from "./waitedSessions.ts"
import { connectionWaits, Waits } from "./Waits.ts"
import { Writer } from "./Writer.ts"

/**
 * Settings of every connection to a server. The server ends statements, and idle transactions, after this many
 * milliseconds: a statement that waits for a lock ends early enough that its request is answered within 10 seconds. JIT
 * is off: up to version 17 a plan that avoids the plan types switched off below (`planning`, `inOrder`) has a cost of
 * 1e10, for which the server compiles each execution, and that takes seconds.
 */
const everywhere = { statement_timeout: "8000", idle_in_transaction_session_timeout: "15000", jit: "off" }

/** Statements on one connection of reads. A further connection is used only if all others are full. */
const readersShare = { multiplex: true, multiplexConcurrency: 4 }

/** One organization has at most one of the connections of reads that may take long. */
const searchShares = ({ searchers }: ConnectionSizes) => ({ capacity: searchers, share: 1 })

/** Lists leave a quarter of what readers can do to single rows, and a quarter is the most for one organization. */
const listShares = (readers: number) => ({ capacity: 3 * readers, share: readers })

/** The server ends a search after this time, in milliseconds: it is not worth more of the processor. */
const searchTimeout = { statement_timeout: "5000" }

/** What these write is worth nothing after a crash of the server; and their clock must not jump with the seasons. */
const signalling = { synchronous_commit: "off", TimeZone: "UTC" }

/** A lost connection that was not closed is detected after this much silence. */
const keepAlive = "30 seconds" as const

/** Statements that may share a connection of the embedded database. */
const embeddedConcurrency = 64

/** One search at a time: further searches wait for that one only, and organizations take turns. */
const embeddedShares = { searches: { capacity: 1, share: 1 }, lists: listShares(8) }

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

/** Where the server is: its URL, or what else the driver needs to connect. */
export type Connect = Redacted.Redacted | ServerAddress

/** Whether the database itself keeps organizations apart (decision 15, Row-level security). */
export type RowSecurity = "on" | "off"

/** What may be chosen about the database on a server. */
export interface ServerOptions {
  /** Of the tables and everything else; created if it is missing. */
  readonly schema?: string
  /** Connections of the process. */
  readonly connections?: number
  readonly rowSecurity?: RowSecurity
}

type Sizes = Pick<
  PgPool.Config,
  "maxConnections" | "minConnections" | "keepAlive" | "multiplex" | "multiplexConcurrency"
>

/** What is told of the waits for a connection of a pool. */
type PoolWaits = Effect.Effect<Waits | null, never, Scope.Scope>

const configOf = (connect: Connect, sizes: Sizes): PgPool.Config => ({
  ...serverAddress(connect),
  applicationName,
  connectTimeout,
  ...sizes
})

/** Each pool of a server: its sessions use the schema, and have these settings. */
const clientOf = (connect: Connect, schema: string) => {
  const settingsOf = (settings: SessionSettings) => ({ ...everywhere, ...searchPath(schema), ...settings })
  return {
    /** In the role of the user that connects, unless the settings name one. */
    plain: Effect.fnUntraced(function* (sizes: Sizes, settings: SessionSettings, waits: PoolWaits) {
      const pool = yield* PgPool.make(configOf(connect, sizes))
      const sessions = SessionPool.make(pool, settingsOf(settings))
      return yield* ActingClient.make(waitedSessions(sessions, yield* waits), null)
    }),
    /** In a role of its own, for the organizations of each statement. */
    acting: Effect.fnUntraced(function* (
      sizes: Sizes,
      settings: SessionSettings,
      as: ActingClient.ActingAs,
      waits: PoolWaits
    ) {
      const pool = yield* PgPool.make(ActingClient.withActingTypes(configOf(connect, sizes), as.types))
      const sessions = SessionPool.make(pool, settingsOf({ ...settings, role: as.own }))
      return yield* ActingClient.make(waitedSessions(sessions, yield* waits), as)
    })
  }
}

/** Asks whether the server is there, on a connection that nothing else makes wait. */
export const availability = (connect: Connect) =>
  PgAvailability.layer(PgClient.make(configOf(connect, { maxConnections: 1 }))).pipe(Layer.provide(Reactivity.layer))

/** The pool by which the processes on a server agree. */
export const signals = (
  connect: Connect,
  { connections = defaultConnections, schema = defaultSchema }: ServerOptions = {}
) =>
  Layer.effect(
    Signals,
    Effect.flatMap(connectionSizes(connections), ({ signallers }) =>
      clientOf(connect, schema).plain({ maxConnections: signallers, keepAlive }, signalling, connectionWaits("signals"))
    )
  ).pipe(Layer.provide(Reactivity.layer))

/**
 * Brings the database up to date before anything else uses it, as the owner of its tables. Gives what connections need
 * to act for organizations; null without row-level security.
 */
const prepare = Effect.fnUntraced(
  function* (connect: Connect, { rowSecurity, schema }: Required<ServerOptions>) {
    yield* checkSchema(schema)
    const config = configOf(connect, { maxConnections: 1 })
    const pool = yield* PgPool.make(config)
    yield* pool.use((connection) => checkSessions(connection, PgConnection.make(config)))
    const owner = yield* ActingClient.make(SessionPool.make(pool, { ...everywhere, ...searchPath(schema) }), null)
    return yield* prepareSchema(schema).pipe(
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
 * for the delivery workers, and one for signals. Only here a pool gets its role: statements of the delivery workers are
 * about all organizations of a shard, and signals about none.
 */
const pools = (
  connect: Connect,
  options: Required<ServerOptions>,
  sizes: ConnectionSizes,
  acting: ActingTypes | null
) => {
  const client = clientOf(connect, options.schema)
  const pool = (role: keyof Roles, most: Sizes, settings: SessionSettings, waits: PoolWaits) =>
    acting === null
      ? client.plain(most, settings, waits)
      : client.acting(most, settings, { own: acting.roles[role], types: acting }, waits)
  const asWorker = acting === null ? {} : { role: acting.roles.worker }
  const { deliveryWorkers, ledger, readers, searchers, writers } = sizes
  const shares = { searches: searchShares(sizes), lists: listShares(readers) }
  const reads = Effect.gen(function* () {
    const waits = (yield* connectionWaits("readers")) ?? new Waits()
    const most = { maxConnections: readers, minConnections: 1, ...readersShare }
    const sql = yield* pool("service", most, {}, Effect.succeed(waits))
    return Context.make(ReadWait, waits).pipe(Context.add(SqlClient.SqlClient, sql))
  })
  const others = Layer.mergeAll(
    Layer.effectContext(reads),
    Layer.effect(
      ReadShares.ReadShares,
      Effect.flatMap(
        pool("finder", { maxConnections: searchers, minConnections: 0 }, searchTimeout, connectionWaits("searchers")),
        (searches) => ReadShares.make(searches, shares)
      )
    ),
    Layer.effect(
      Writer,
      pool("service", { maxConnections: writers, minConnections: 1 }, planning, connectionWaits("writers"))
    ),
    Layer.effect(
      DeliveryConnections,
      client.plain(
        { maxConnections: deliveryWorkers, minConnections: 1 },
        { ...inOrder, ...asWorker },
        connectionWaits("delivery")
      )
    ),
    Layer.effect(
      LedgerConnection,
      client.plain(
        { maxConnections: ledger, minConnections: 1 },
        { ...signalling, ...asWorker },
        connectionWaits("ledger")
      )
    )
  ).pipe(Layer.provide(Reactivity.layer))
  return Layer.mergeAll(others, Layer.provideMerge(WakeChannel.layer, signals(connect, options)))
}

/** The clients of a server's database, brought up to date. */
export const server = (
  connect: Connect,
  { connections = defaultConnections, rowSecurity = "on", schema = defaultSchema }: ServerOptions = {}
) => {
  const options = { connections, rowSecurity, schema }
  return Layer.unwrap(
    Effect.gen(function* () {
      const sizes = yield* connectionSizes(connections)
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
  const others = Layer.mergeAll(writes, deliveries, shares, rates)
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
