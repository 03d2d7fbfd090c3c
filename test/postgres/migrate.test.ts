import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migrate, pending } from "../../src/adapters/postgres/migrations/migrations.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"

describe("migrate", () => {
  it.effect("migrates an empty database without a failing query", () =>
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

  it.effect("runs each migration once when instances start together, and lists none as pending afterwards", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      const instance = Effect.andThen(migrate, pending).pipe(
        Effect.provide(Layer.fresh(PgClient.layer({ url, maxConnections: 1 })))
      )
      const lists = yield* Effect.all(
        Array.from({ length: 4 }, () => instance),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(lists, [[], [], [], []])
      const recorded = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* sql`select migration_id, name from parley_migrations`
      }).pipe(Effect.provide(PgClient.layer({ url })))
      assert.deepStrictEqual(recorded, [{ migration_id: 1, name: "initial" }])
    })
  )

  it.effect("lists a migration as pending until it has run, then runs it", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      const [earlier, later] = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table parley_migrations
          (migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`
        const first = yield* pending
        yield* migrate
        yield* sql`select from contacts`
        return [first, yield* pending]
      }).pipe(Effect.provide(PgClient.layer({ url })))
      assert.deepStrictEqual([earlier, later], [["1_initial"], []])
    })
  )

  it.effect("acquires no lock if no migration is pending", () =>
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
