import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { makeFairShares } from "../../../collections/fairShares.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { Transaction } from "../../../ports/process/Transaction.ts"
import { OpenTransaction } from "../../../ports/process/OpenTransaction.ts"
import { ClientTransaction } from "../connections/ProgramClient.ts"
import { retryTransaction } from "./sqlFaults.ts"

/**
 * A transaction has a connection of those that reads share, and those that take seconds must leave most of them. The
 * wait is that for a few imports of 10 000 contacts.
 */
const longTransactions = { capacity: 2, share: 1, maxWaiting: 16, patience: "30 seconds" } as const

/** Most reports that one transaction applies. */
export const MaxReports = Context.Reference<number>("effect-parley/postgres/MaxReports", { defaultValue: () => 500 })

/**
 * Inside is nothing but calls to stores, so a transaction that was rolled back because of another one is run again; one
 * inside of it is not, since the locks of the outer one would still be in the way.
 */
export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const inTurn = makeFairShares<OrganizationId>(longTransactions)
    const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      const transaction = Effect.catchTag(sql.withTransaction(effect), "SqlError", Effect.die)
      return Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
        Option.isSome(outer) ? transaction : retryTransaction(transaction)
      )
    }
    const open = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(OpenTransaction, (outer) => {
        // The program's client opens a savepoint, on its connection. A failure of its own statements stays a failure.
        const client = outer instanceof ClientTransaction ? outer.client : sql
        const marked = Effect.mapError(effect, (failure) => ({ _tag: "Failed" as const, failure }))
        const opened =
          client === sql
            ? ClientTransaction.open(sql, sql.withTransaction, sql, marked)
            : client.withTransaction(marked)
        return Effect.catch(opened, (error) =>
          error._tag === "Failed" ? Effect.fail(error.failure) : Effect.die(error)
        )
      })
    return Transaction.of({
      atomically,
      atomicallyInTurn: (organizationId, effect) => inTurn(organizationId, atomically(effect)),
      open,
      afterCommit: (effect) =>
        Effect.flatMap(OpenTransaction, (outer) =>
          (outer instanceof ClientTransaction ? outer.client : sql).afterCommit(effect)
        )
    })
  })
)
