import { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Predicate, type Redacted, type Schema, type Scope, Struct } from "effect"
import type { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
import * as ActingClient from "../rowsecurity/ActingClient.ts"
import { type SessionSettings, applicationName } from "./SessionPool.ts"
import { checkSessions, type SessionsUnavailable } from "./checkSessions.ts"
import { searchPath } from "../database/DatabaseSchema.ts"
import type { Joining } from "../database/joinCalls.ts"
import * as LentSessions from "./LentSessions.ts"
import { type ServerAddress, type SpanAttributes, serverAddress, spanAttributes } from "./spanAttributes.ts"
import * as SessionPool from "./SessionPool.ts"
import { type Waits, waitedSessions } from "./Waits.ts"

/**
 * Settings of every connection to a server. The server ends statements, and idle transactions, after this many
 * milliseconds: a statement that waits for a lock ends early enough that its request is answered within 10 seconds. JIT
 * is off: up to version 17 a plan that avoids the plan types that some connections switch off has a cost of 1e10, for which
 * the server compiles each execution, and that takes seconds.
 */
const everywhere = { statement_timeout: "8000", idle_in_transaction_session_timeout: "15000", jit: "off" }

/** Longest wait for a connection, so that a start without a database ends with a message. */
export const connectTimeout = "5 seconds" as const

/** The server: its URL, the driver's connection fields, or an existing pool. */
export type Connect = Redacted.Redacted | ServerAddress | PgPool.PgPool

/** Whether a pool of the program is to be used. */
export const isPool = (connect: Connect): connect is PgPool.PgPool => Predicate.hasProperty(connect, PgPool.TypeId)

/** The connections of a kind of work. */
export interface Sizes extends Pick<
  PgPool.Config,
  "minConnections" | "keepAlive" | "multiplex" | "multiplexConcurrency"
> {
  readonly maxConnections: number
  /** Connections taken from the program's pool for the lifetime of the service. */
  readonly held: number
  /** How connections of the program's pool end; default `restore`. */
  readonly atEnd?: LentSessions.Lending["atEnd"]
}

/** The configuration of the driver for connections of the service's own. */
export const configOf = (connect: Redacted.Redacted | ServerAddress, sizes: Sizes): PgPool.Config => ({
  ...serverAddress(connect),
  applicationName,
  connectTimeout,
  ...Struct.omit(sizes, ["held", "atEnd"])
})

/** Sizes of a pool with a single connection. */
export const single = { maxConnections: 1, held: 1 } as const

type Made = Effect.Effect<ActingClient.NotifyingClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity>

/** Counter of the waits for a connection of a kind of work; null without a reader. */
export type PoolWaits = Effect.Effect<Waits | null, never, Scope.Scope>

/** Makes the client of each kind of work: its sessions use the schema, and have these settings. */
export interface Clients {
  /** A single connection in the role of the connecting user. Fails unless connections are sessions of the server. */
  readonly checked: Effect.Effect<
    ActingClient.NotifyingClient,
    SqlError.SqlError | Schema.SchemaError | SessionsUnavailable,
    Scope.Scope | Reactivity.Reactivity
  >
  /** Sessions in the role of the user that connects, unless the settings name one. */
  readonly sessions: (
    sizes: Sizes,
    settings: SessionSettings,
    waits: PoolWaits
  ) => Effect.Effect<SessionPool.SessionPool, SqlError.SqlError, Scope.Scope>
  /** A client of such sessions. */
  readonly client: (sessions: SessionPool.SessionPool) => Made
  /** A client of sessions of its own. */
  readonly plain: (sizes: Sizes, settings: SessionSettings, waits: PoolWaits) => Made
  /** Settings and role by which calls of stores join transactions of the pool; null if it is not the program's. */
  readonly joining: (as: ActingClient.ActingAs | null) => Joining | null
  /** In a role of its own, for the organizations of each statement. */
  readonly acting: (sizes: Sizes, settings: SessionSettings, as: ActingClient.ActingAs, waits: PoolWaits) => Made
}

type SettingsOf = (settings: SessionSettings) => SessionSettings

/** Each client has a pool of its own. */
const onServer = (
  connect: Redacted.Redacted | ServerAddress,
  settingsOf: SettingsOf,
  attributes: SpanAttributes
): Clients => {
  const sessions: Clients["sessions"] = Effect.fnUntraced(function* (sizes, settings, waits) {
    const pool = yield* PgPool.make(configOf(connect, sizes))
    return waitedSessions(SessionPool.make(pool, settingsOf(settings)), yield* waits)
  })
  const client: Clients["client"] = (own) => ActingClient.make(own, null, attributes)
  return {
    checked: Effect.gen(function* () {
      const config = configOf(connect, single)
      const pool = yield* PgPool.make(config)
      yield* pool.use((connection) => checkSessions(connection, PgConnection.make(config)))
      return yield* ActingClient.make(SessionPool.make(pool, settingsOf({})), null, attributes)
    }),
    sessions,
    client,
    plain: (...of) => Effect.flatMap(sessions(...of), client),
    joining: () => null,
    acting: Effect.fnUntraced(function* (sizes, settings, as, waits) {
      const pool = yield* PgPool.make(ActingClient.withActingTypes(configOf(connect, sizes), as.types))
      const sessions = SessionPool.make(pool, settingsOf({ ...settings, role: as.own }))
      return yield* ActingClient.make(waitedSessions(sessions, yield* waits), as, attributes)
    })
  }
}

/** All clients borrow from one pool, which the program uses too. */
const onPool = (pool: PgPool.PgPool, settingsOf: SettingsOf, attributes: SpanAttributes): Clients => {
  const lent = Effect.fnUntraced(function* (
    { atEnd = "restore", held, maxConnections }: Sizes,
    settings: SessionSettings,
    waits: PoolWaits
  ) {
    const sessions = yield* LentSessions.make(pool, settingsOf(settings), { held, most: maxConnections, atEnd })
    return waitedSessions(sessions, yield* waits)
  })
  const client: Clients["client"] = (sessions) => ActingClient.make(sessions, null, attributes)
  const plain: Clients["plain"] = (...of) => Effect.flatMap(lent(...of), client)
  return {
    checked: Effect.andThen(
      pool.use((connection) => checkSessions(connection, pool.get)),
      plain(single, {}, Effect.succeed(null))
    ),
    sessions: lent,
    client,
    plain,
    joining: (as) => ({
      pool,
      as,
      settings: LentSessions.lentSettings(settingsOf(as === null ? {} : { role: as.own }), true)
    }),
    acting: (sizes, settings, as, waits) =>
      Effect.flatMap(lent(sizes, { ...settings, role: as.own }, waits), (sessions) => {
        // `checkPool` has refused a pool without a registry.
        if (pool.config.types !== undefined) ActingClient.registerActingTypes(pool.config.types, as.types)
        return ActingClient.make(sessions, as, attributes)
      })
  }
}

/** The clients of a database on a server. */
export const clientsOf = (connect: Connect, schema: string): Clients => {
  const settingsOf = (settings: SessionSettings) => ({ ...everywhere, ...searchPath(schema), ...settings })
  return isPool(connect)
    ? onPool(connect, settingsOf, spanAttributes(connect.config, schema))
    : onServer(connect, settingsOf, spanAttributes(serverAddress(connect), schema))
}
