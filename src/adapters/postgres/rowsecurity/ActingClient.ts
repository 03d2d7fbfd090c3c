import { PgClient, type PgPool } from "@effect/sql-pg"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect, Option, Predicate, Result, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import type { SessionPool } from "../connections/SessionPool.ts"
import type { SpanAttributes } from "../connections/spanAttributes.ts"
import { OpenTransaction } from "../../../ports/process/OpenTransaction.ts"
import { ActingConnection, type ActingTypes, CurrentJoin } from "./ActingConnection.ts"

const encoder = new TextEncoder()

/** A domain over text, as it is sent; no result has it. */
const text: PgTypes.Codec<string> = {
  encode: (value) => Result.succeed(encoder.encode(value)),
  decode: () => Result.succeed("")
}

const isRolledBack = (result: unknown): boolean =>
  Predicate.hasProperty(result, "command") && result.command === "ROLLBACK"

/** Postgres answers `ROLLBACK` to the commit of an aborted transaction. */
const commit = (connection: Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    isRolledBack(result)
      ? Effect.fail(
          new SqlError.SqlError({
            reason: new SqlError.UnknownError({
              cause: result,
              message: "COMMIT rolled back an aborted transaction",
              operation: "commit"
            })
          })
        )
      : Effect.void
  )

/** A client that also sends and receives notifications. */
export type NotifyingClient = SqlClient.SqlClient & Pick<PgClient.PgClient, "listen" | "notify">

/** The role of a pool whose statements act for organizations, and the types that set them. */
export interface ActingAs {
  readonly own: string
  readonly types: ActingTypes
}

/** Adds the codecs that statements need to act for organizations, also for connections that are open. */
export const registerActingTypes = (types: PgTypes.Registry, { organizations, role }: ActingTypes): void => {
  types.register(organizations, text)
  types.register(role, text)
}

/** The codecs of the connection's configuration, with those that its statements need to act for organizations. */
export const withActingTypes = (config: PgPool.Config, acting: ActingTypes): PgPool.Config => {
  const types = config.types ?? PgTypes.makeRegistry()
  registerActingTypes(types, acting)
  return { ...config, types }
}

/** The calls of a client that a joined call of a store makes in the transaction of the program. */
const joining = (client: SqlClient.SqlClient): Pick<SqlClient.SqlClient, "withTransaction" | "afterCommit"> => {
  const { afterCommit, transactionService, withTransaction } = client
  return {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(CurrentJoin, (joined) =>
        joined === null || joined.program === client
          ? withTransaction(effect)
          : joined.program.withTransaction(onLevelOf(joined.program, effect, transactionService))
      ),
    // What runs after the commit is no longer part of the transaction.
    afterCommit: (effect) =>
      afterCommit(effect.pipe(Effect.provideService(CurrentJoin, null), Effect.provideService(OpenTransaction, null)))
  }
}

/** Statements of these clients run in the innermost transaction of the other client, on its connection. */
export const onLevelOf = <A, E, R>(
  { transactionService }: SqlClient.SqlClient,
  effect: Effect.Effect<A, E, R>,
  ...services: ReadonlyArray<SqlClient.SqlClient["transactionService"]>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(transactionService), (level) =>
    Option.isNone(level)
      ? effect
      : services.reduce((joined, service) => Effect.provideService(joined, service, level.value), effect)
  )

/** A client of the sessions. Its statements act for the organizations of their fiber; without `as`, in the session's role. */
export const make = Effect.fnUntraced(function* (
  pool: SessionPool,
  as: ActingAs | null,
  spanAttributes: SpanAttributes
) {
  const sessionOf = (isPinned: boolean) => (as === null ? null : { ...as, isPinned, role: as.own })
  const unpinned = sessionOf(false)
  const shared = (connection: PgConnection.PgConnection) => new ActingConnection(connection, unpinned)
  const own = (connection: PgConnection.PgConnection) =>
    new ActingConnection(connection, sessionOf(true), as === null ? Semaphore.makeUnsafe(1) : null)
  const client = yield* SqlClient.make({
    driver: "@effect/sql-pg",
    acquirer: Effect.map(pool.get, shared),
    borrower: (use) => pool.use((connection) => use(shared(connection))),
    transactionAcquirer: Effect.map(pool.reserve, own),
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes
  })
  const notifying: NotifyingClient = Object.assign(client, {
    ...joining(client),
    listen: (channel: string) => Effect.flatMap(pool.reserve, (connection) => connection.listen(channel)),
    notify: (channel: string, payload: string) => Effect.asVoid(client`select pg_notify(${channel}, ${payload})`)
  })
  return notifying
})
