import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { Cause, Clock, Duration, Effect, Exit, Fiber, Pool, Predicate, Schema, Scope } from "effect"
import { SqlError } from "effect/sql"
import { type SessionPool, type SessionSettings, applicationName, noSession } from "./SessionPool.ts"
import type { PgPool } from "@effect/sql-pg"

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
type Values = ReadonlyArray<string | null>

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

/** Connections that a kind of work takes from a pool, and how they end. */
export interface Lending {
  /** Connections taken at the start and not returned before the service ends: the program cannot starve this work. */
  readonly held: number
  /** Upper limit, reached under load. */
  readonly most: number
  /** `restore` returns connections to the pool. `close` is for sessions with more state than settings: locks and listeners. */
  readonly atEnd: "restore" | "close"
}

/** Idle time after which a connection beyond the minimum returns to the pool; at most twice as long. */
const idleTime = "1 second"

/** Longest wait for an answer while a session begins or ends. */
const patience = "5 seconds"

/** A connection of the pool while the service has it. */
interface Lease {
  readonly connection: PgConnection
  readonly takenAt: number
  usedAt: number
  /** The settings of the program; null while they are not known. */
  before: Values | null
  /** A statement failed or was interrupted: a transaction may be open, and a cancellation on its way. */
  isDoubtful: boolean
}

const notLent = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: "no connection",
    message: "The pool of the program lent no connection within 5 seconds: its maxConnections may be too low",
    operation: "connect"
  })
})

/** After it no statement runs, no transaction is open, and no cancellation is on its way. */
const isClean = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.every(
    (reason) =>
      Cause.isFailReason(reason) && !(SqlError.isSqlError(reason.error) && unclear.has(reason.error.reason._tag))
  )

/** The driver's own failures, and lost connections. */
const unclear: ReadonlySet<string> = new Set<SqlError.SqlErrorReason["_tag"]>(["ConnectionError", "UnknownError"])

/** Pause since the last use, in milliseconds, after which the connection is checked. A recent loss fails the use itself. */
const checkAfter = 50

/** A value of no type that the driver could send. */
const unsendable = Symbol("unsendable")

/**
 * Whether the driver knows that the connection is lost, with or without a last message of the server. The driver reports
 * that before it checks the parameters. Otherwise it rejects this parameter, so nothing is sent.
 */
const isLost = (connection: PgConnection): Effect.Effect<boolean> =>
  Effect.match(connection.queryValues("", [unsendable], false), {
    onFailure: ({ reason }) => reason._tag === "ConnectionError" || Predicate.hasProperty(reason.cause, "code"),
    onSuccess: () => false
  })

const unusable = Symbol("unusable")

/**
 * Sessions on connections that a pool of the program lends. The service has each of them for itself, with its own settings,
 * for as long as it has work for it. The program gets it back with the settings that it had. A connection is closed
 * instead, and replaced by the pool, if that fails or is not certain.
 *
 * A session ends when a use of it was interrupted or lost its connection, and rolls back: neither an open transaction nor
 * a late cancellation reaches another statement.
 */
export const make = Effect.fnUntraced(function* (
  pool: PgPool.PgPool,
  settings: SessionSettings,
  { atEnd, held, most }: Lending
): Effect.fn.Return<SessionPool, never, Scope.Scope> {
  const { restore, set } = lentSettings(settings)
  const clock = yield* Clock.Clock
  const longest = pool.config.connectionTTL === undefined ? Infinity : Duration.toMillis(pool.config.connectionTTL)

  /** In a fiber of its own: the one that ends the session may be interrupted. */
  const giveBack = ({ connection, isDoubtful }: Lease, before: Values) =>
    (isDoubtful
      ? Effect.andThen(connection.query("rollback", [], false), restore(connection, before))
      : restore(connection, before)
    ).pipe(
      Effect.timeout(patience),
      Effect.forkDetach({ startImmediately: true }),
      Effect.flatMap(Fiber.await),
      Effect.flatMap((exit) => (Exit.isSuccess(exit) ? Effect.void : pool.invalidate(connection)))
    )
  const end = (lease: Lease) =>
    lease.before === null || atEnd === "close" ? pool.invalidate(lease.connection) : giveBack(lease, lease.before)

  let leaseCount = 0
  /** Work without any session must not wait for a program that may itself wait for this work. */
  const givenUp: Effect.Effect<never, SqlError.SqlError> = Effect.delay(
    Effect.suspend(() => (leaseCount > 0 ? givenUp : Effect.fail(notLent))),
    patience
  )
  const take = Effect.gen(function* () {
    const connection = yield* Effect.raceFirst(pool.get, givenUp)
    const lease = yield* Effect.acquireRelease(
      Effect.sync((): Lease => {
        leaseCount += 1
        const takenAt = clock.currentTimeMillisUnsafe()
        return { connection, takenAt, usedAt: takenAt, before: null, isDoubtful: false }
      }),
      (ended) => {
        leaseCount -= 1
        return end(ended)
      }
    )
    lease.before = yield* Effect.timeoutOrElse(set(connection), {
      duration: patience,
      orElse: () => Effect.fail(noSession)
    })
    return lease
  })
  const sessions = yield* Pool.makeWithTTL({ acquire: take, min: held, max: most, timeToLive: idleTime })

  /** The pool replaces old connections only when they are acquired, so long-held ones are released and acquired again. */
  const isUsable = (lease: Lease): Effect.Effect<boolean> | true => {
    const now = clock.currentTimeMillisUnsafe()
    const pause = now - lease.usedAt
    lease.usedAt = now
    if (lease.isDoubtful || now - lease.takenAt >= longest) return Effect.succeed(false)
    return pause < checkAfter ? true : Effect.map(isLost(lease.connection), (lost) => !lost)
  }
  /** Ends a session that nothing uses: until then it counts as one of `most`. */
  const drop = (lease: Lease) => Pool.invalidate(sessions, lease)

  /** A session for as long as the scope is open; null for one that cannot be used. */
  const attempt = Effect.uninterruptibleMask((interruptible) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const lease = yield* Effect.onError(interruptible(Scope.provide(Pool.get(sessions), scope)), (cause) =>
        Scope.close(scope, Exit.failCause(cause))
      )
      const usable = isUsable(lease)
      if (usable !== true && !(yield* usable)) {
        yield* Scope.close(scope, Exit.void)
        yield* drop(lease)
        return null
      }
      yield* Effect.addFinalizer((exit) => {
        if (Exit.isFailure(exit)) lease.isDoubtful = true
        return lease.isDoubtful ? Effect.andThen(Scope.close(scope, exit), drop(lease)) : Scope.close(scope, exit)
      })
      return lease
    })
  )
  const checkout: Effect.Effect<Lease, SqlError.SqlError, Scope.Scope> = Effect.flatMap(attempt, (lease) =>
    lease === null ? checkout : Effect.succeed(lease)
  )
  /** Runs one statement on a session, without a scope. */
  const use: SessionPool["use"] = <A, E, R>(run: (connection: PgConnection) => Effect.Effect<A, E, R>) =>
    Effect.suspend((): Effect.Effect<A, E | SqlError.SqlError, R> => {
      const used: { lease: Lease | null } = { lease: null }
      const statement = (lease: Lease) =>
        Effect.onError(run(lease.connection), (cause) =>
          Effect.sync(() => {
            if (!isClean(Exit.failCause(cause))) lease.isDoubtful = true
          })
        )
      const operation = Pool.use(sessions, (lease): Effect.Effect<A | typeof unusable, E, R> => {
        used.lease = lease
        const usable = isUsable(lease)
        if (usable === true) return statement(lease)
        return Effect.flatMap(usable, (is): Effect.Effect<A | typeof unusable, E, R> =>
          is ? statement(lease) : Effect.succeed(unusable)
        )
      })
      const ended = Effect.suspend(() => (used.lease?.isDoubtful === true ? drop(used.lease) : Effect.void))
      return Effect.flatMap(
        Effect.onError(operation, () => ended),
        (result) => {
          if (result !== unusable) return Effect.succeed(result)
          return used.lease === null ? use(run) : Effect.andThen(drop(used.lease), use(run))
        }
      )
    })
  return {
    // A stream that is not read to its end is cancelled, and its scope closes as one that succeeded.
    get: Effect.flatMap(checkout, (lease) =>
      Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => (lease.isDoubtful = true))),
        lease.connection
      )
    ),
    reserve: Effect.flatMap(checkout, ({ connection }) => connection.pin),
    use
  }
})
