import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "../../ports/Transaction.ts"

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of({
      atomically: (effect) => Effect.catchTag(sql.withTransaction(effect), "SqlError", Effect.die)
    })
  )
)
