import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { fewestConnections } from "../../../src/adapters/postgres/connections/connectionSizes.ts"
import { ReadWait } from "../../../src/ports/process/Transaction.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/** More reads than may be on their way. */
const many = 60

const lock = 4_711

describe("reads of a server", () => {
  it.live("report their wait for a connection until they have one or are interrupted", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const services = yield* Layer.build(Database.server(url, { connections: fewestConnections }))
      const sql = Context.get(services, SqlClient.SqlClient)
      const { longestMillis } = Context.get(services, ReadWait)
      const other = yield* Effect.provide(PgClient.makeClient({ url }), Reactivity.layer)
      const read = sql`select pg_advisory_xact_lock_shared(${lock}::bigint)`
      const areWaiting = Effect.repeat(Effect.yieldNow, { until: () => longestMillis() > 0 })
      const noneWaits = Effect.repeat(Effect.yieldNow, { until: () => longestMillis() === 0 })

      yield* read
      assert.strictEqual(longestMillis(), 0)

      yield* other`select pg_advisory_lock(${lock}::bigint)`
      const reads = yield* Effect.forEach(Array.from({ length: many }), () => Effect.forkChild(read))
      yield* areWaiting
      yield* other`select pg_advisory_unlock(${lock}::bigint)`
      yield* Fiber.joinAll(reads)
      assert.strictEqual(longestMillis(), 0)

      yield* other`select pg_advisory_lock(${lock}::bigint)`
      const given = yield* Effect.forEach(Array.from({ length: many }), () => Effect.forkChild(read))
      yield* areWaiting
      yield* Effect.forEach(given, Fiber.interrupt, { concurrency: "unbounded" })
      yield* noneWaits
      yield* other`select pg_advisory_unlock(${lock}::bigint)`
    })
  )
})
