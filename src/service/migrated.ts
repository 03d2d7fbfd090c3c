import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import { pending } from "../adapters/postgres/migrations/migrations.ts"
import { Readiness } from "../ports/process/WorkerHealth.ts"
import { database, prepared } from "./stores.ts"

const readiness = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const waiting = Effect.orDie(Effect.provideService(pending, SqlClient.SqlClient, sql))
    return Readiness.of({
      obstacle: Effect.map(waiting, (names) => (names.length === 0 ? null : `migrations pending: ${names.join(", ")}`)),
      missingKeys: Effect.succeed([])
    })
  })
)

/** The database, brought up to date by being opened: without platforms and secrets, which a deployment may not have yet. */
export const migrated = Layer.unwrap(
  Effect.map(prepared, (settings) =>
    readiness.pipe(Layer.provide([database(settings)]), Layer.provide(RandomIds.layer))
  )
)
