import type { PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { OpenTransaction, type ProgramTransaction } from "../../../ports/process/OpenTransaction.ts"
import * as ActingClient from "../rowsecurity/ActingClient.ts"
import { spanAttributes } from "./spanAttributes.ts"

/** A transaction of a client, which calls of stores can join. */
export class ClientTransaction implements ProgramTransaction {
  readonly database: unknown
  readonly client: SqlClient.SqlClient
  /** The commit or the rollback has begun: a fiber that outlives it has no transaction. */
  isOver = false

  constructor(database: unknown, client: SqlClient.SqlClient) {
    this.database = database
    this.client = client
  }

  /** Runs the effect in a transaction of the client that use cases join; inside one, a failure undoes the effect only. */
  static open<A, E, R>(
    client: SqlClient.SqlClient,
    withTransaction: SqlClient.SqlClient["withTransaction"],
    database: unknown,
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | SqlError.SqlError, R> {
    return Effect.flatMap(OpenTransaction, (outer) => {
      if (outer instanceof ClientTransaction && outer.client === client) return withTransaction(effect)
      const opened = new ClientTransaction(database, client)
      const over = Effect.sync(() => {
        opened.isOver = true
      })
      return withTransaction(Effect.ensuring(Effect.provideService(effect, OpenTransaction, opened), over))
    })
  }
}

/** A client of the program on its pool: use cases in its transactions are part of them. */
export const make = (pool: PgPool.PgPool) =>
  Effect.map(ActingClient.make(pool, null, spanAttributes(pool.config, null)), (client) => {
    const { withTransaction } = client
    return Object.assign(client, {
      withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        ClientTransaction.open(client, withTransaction, pool, effect)
    })
  })
