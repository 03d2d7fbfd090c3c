import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "../../../ports/stores/Transaction.ts"
import { retryTransaction } from "./sqlFaults.ts"

/**
 * Inside is nothing but calls to stores, so a transaction that was rolled back because of another one is run again; one
 * inside of it is not, since the locks of the outer one would still be in the way.
 */
export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of({
      atomically: (effect) => {
        const transaction = Effect.catchTag(sql.withTransaction(effect), "SqlError", Effect.die)
        return Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
          Option.isSome(outer) ? transaction : retryTransaction(transaction)
        )
      }
    })
  )
)
