import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migrate, pending } from "../../src/adapters/postgres/migrations/migrations.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

describe("migrate", () => {
  it.effect("brings an empty database up to date, and asks it nothing that fails", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      const waiting = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // What failed would have undone the rest of a transaction.
        yield* sql.withTransaction(migrate)
        return yield* pending
      }).pipe(Effect.provide(PgClient.layer({ url })))
      assert.deepStrictEqual(waiting, [])
    })
  )

  it.effect("waits for nobody when there is nothing to do", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrate
        const [isLocked, isOver] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const another = yield* sql`lock table parley_migrations in exclusive mode`.pipe(
          Effect.andThen(Deferred.succeed(isLocked, undefined)),
          Effect.andThen(Deferred.await(isOver)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(isLocked)
        yield* migrate
        yield* Deferred.succeed(isOver, undefined)
        yield* Fiber.join(another)
      }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 2 })))
    })
  )
})
