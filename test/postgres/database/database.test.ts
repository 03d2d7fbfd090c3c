import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as PgReadiness from "../../../src/adapters/postgres/watch/PgReadiness.ts"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { DeliveryConnections, Signals, Writer } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { Readiness } from "../../../src/ports/process/WorkerHealth.ts"
import { testSealer } from "../../support/database/testSealer.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

const settingsOf = (sql: SqlClient.SqlClient) =>
  sql<{ readonly statement: string; readonly idle: string; readonly jit: string }>`
    select current_setting('statement_timeout') as statement, current_setting('jit') as jit,
      current_setting('idle_in_transaction_session_timeout') as idle`

describe("the database on a server", () => {
  it.effect(
    "is migrated once by instances that start together, and is ready for each of them",
    () =>
      Effect.gen(function* () {
        const url = Redacted.make(yield* serverDatabase())
        const obstacles = yield* Effect.forEach(
          Array.from({ length: 6 }),
          () =>
            Effect.gen(function* () {
              const { obstacle } = yield* Readiness
              return yield* obstacle
            }).pipe(
              Effect.provide(Layer.fresh(PgReadiness.layer.pipe(Layer.provide([Database.server(url), testSealer]))))
            ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          obstacles,
          Array.from({ length: 6 }, () => null)
        )
      }).pipe(Effect.scoped),
    180_000
  )

  it.effect("ends statements and transactions that run too long, and compiles no plan, in each pool", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      const pools = yield* Effect.all({
        reads: Effect.flatMap(SqlClient.SqlClient, settingsOf),
        writes: Effect.flatMap(Writer, settingsOf),
        deliveries: Effect.flatMap(DeliveryConnections, settingsOf),
        signals: Effect.flatMap(Signals, settingsOf)
      }).pipe(Effect.provide(Database.server(url)))
      const expected = [{ statement: "8s", idle: "15s", jit: "off" }]
      assert.deepStrictEqual(pools, { reads: expected, writes: expected, deliveries: expected, signals: expected })
    }).pipe(Effect.scoped)
  )

  it.effect("names the missing migrations", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      const obstacle = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const readiness = yield* Readiness
        yield* sql`delete from parley_migrations`
        return yield* readiness.obstacle
      }).pipe(
        Effect.provide(PgReadiness.layer.pipe(Layer.provide(testSealer), Layer.provideMerge(Database.server(url))))
      )
      assert.strictEqual(obstacle, "migrations pending: 1_initial")
    }).pipe(Effect.scoped)
  )
})
