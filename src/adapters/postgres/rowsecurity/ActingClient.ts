import { PgClient, PgPool } from "@effect/sql-pg"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect, Predicate, Result } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { ActingConnection, type ActingTypes } from "./ActingConnection.ts"

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

/** A pool whose statements act for the organizations of their fiber, with the role `own` if they act for organizations. */
export const make = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig, own: string, actingTypes: ActingTypes) {
  const types = PgTypes.makeRegistry()
  types.register(actingTypes.organizations, text)
  types.register(actingTypes.role, text)
  const startupParameters = { ...config.startupParameters, role: own }
  const pool = yield* PgPool.make({ ...config, types, startupParameters })
  const shared = (connection: PgConnection.PgConnection) => new ActingConnection(connection, actingTypes, own, false)
  return yield* SqlClient.make({
    driver: "@effect/sql-pg",
    acquirer: Effect.map(pool.get, shared),
    borrower: (use) => pool.use((connection) => use(shared(connection))),
    transactionAcquirer: Effect.map(
      pool.reserve,
      (connection) => new ActingConnection(connection, actingTypes, own, true)
    ),
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})
