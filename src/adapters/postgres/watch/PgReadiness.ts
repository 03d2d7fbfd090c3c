import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Readiness } from "../../../ports/process/WorkerHealth.ts"
import { pending } from "../migrations/migrations.ts"
import { missingKeys } from "../secrets/PgSealedSecrets.ts"
import { Sealer } from "../secrets/Sealer.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"

/** How long the database may take to say that it is there. */
const patience = "2 seconds"

export const layer = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const services = Context.make(SqlClient.SqlClient, sql).pipe(Context.add(Sealer, yield* Sealer))
    const rarely = makeRareLog()
    return Readiness.of({
      obstacle: pending.pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.map((waiting) => (waiting.length === 0 ? null : `migrations pending: ${waiting.join(", ")}`)),
        Effect.timeout(patience),
        Effect.catch(() => Effect.succeed("the database does not answer"))
      ),
      missingKeys: missingKeys.pipe(
        Effect.provideContext(services),
        Effect.timeout(patience),
        Effect.orElseSucceed((): ReadonlyArray<string> => []),
        Effect.tap((keyIds) =>
          keyIds.length === 0
            ? Effect.void
            : rarely(keyIds.join(), Effect.logError("SECRETS_KEY lacks keys that stored secrets need", { keyIds }))
        )
      )
    })
  })
)
