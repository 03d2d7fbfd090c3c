import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Readiness } from "../../ports/Readiness.ts"
import { pending } from "./migrations/migrations.ts"

/** How long the database may take to say that it is there. */
const patience = "2 seconds"

export const layer = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Readiness.of({
      obstacle: pending.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.map((waiting) => (waiting.length === 0 ? null : `migrations pending: ${waiting.join(", ")}`)),
        Effect.timeout(patience),
        Effect.catch(() => Effect.succeed("the database does not answer"))
      )
    })
  )
)
