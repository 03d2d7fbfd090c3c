import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Array, Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import {
  connectionSizes,
  defaultConnections,
  fewestConnections,
  mostConnections
} from "../../../src/adapters/postgres/connections/connectionSizes.ts"
import {
  DeliveryConnections,
  LedgerConnection,
  Signals,
  Writer
} from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { ReadShares } from "../../../src/adapters/postgres/database/ReadShares.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

const numbers = Array.range(fewestConnections, mostConnections)

describe("the connections of a process", () => {
  it.effect("are divided without a remainder, with at least one for each kind of work", () =>
    Effect.gen(function* () {
      for (const connections of numbers) {
        const sizes = yield* connectionSizes(connections)
        assert.strictEqual(
          Object.values(sizes).reduce((sum, size) => sum + size, 0),
          connections
        )
        assert.isAtLeast(Math.min(...Object.values(sizes)), 1)
        // Two long transactions leave half of the readers.
        assert.isAtLeast(sizes.readers, 4)
        // One that listens, and one more.
        assert.isAtLeast(sizes.signallers, 2)
        assert.isAtLeast(sizes.locks, 1)
      }
      assert.deepStrictEqual(yield* connectionSizes(defaultConnections), {
        readers: 8,
        searchers: 4,
        writers: 4,
        deliveryWorkers: 2,
        signallers: 3,
        locks: 2,
        ledger: 1,
        availability: 1
      })
    })
  )

  it.effect.each([0, 11, 201, 12.5, Number.NaN])("cannot be %d", (connections) =>
    Effect.gen(function* () {
      const url = Redacted.make("postgres://127.0.0.1:1/x")
      const refused = yield* Effect.flip(Layer.build(Database.server(url, { connections })))
      assert.strictEqual(
        refused.message,
        `The number of connections to the database (DATABASE_CONNECTIONS) is ${connections}: expected a whole number from 12 to 200`
      )
    }).pipe(Effect.scoped)
  )

  it.live.each([fewestConnections, defaultConnections, 40])("are at most %d, whatever the load", (connections) =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const context = yield* Layer.build(Database.server(url, { connections }))
      const { availability, locks } = yield* connectionSizes(connections)
      const clients = [
        Context.get(context, SqlClient.SqlClient),
        Context.get(context, ReadShares).searches,
        Context.get(context, Writer),
        Context.get(context, DeliveryConnections),
        Context.get(context, LedgerConnection),
        Context.get(context, Signals)
      ]
      const observer = yield* PgClient.makeClient({ url }).pipe(Effect.provide(Reactivity.layer))
      yield* Effect.forEach(
        clients.flatMap((sql) => Array.makeBy(3 * connections, () => sql)),
        (sql) => Effect.forkScoped(Effect.forever(sql`select pg_sleep(0.05)`)),
        { discard: true }
      )
      const open = Effect.map(
        observer<{ readonly open: number }>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        ([row]) => row?.open ?? 0
      )
      const all = connections - availability - locks
      // Once every connection is open, no more are opened.
      yield* Effect.repeat(open, { until: (count) => count >= all })
      const counts = yield* Effect.forEach(Array.range(1, 20), () => Effect.delay(open, "20 millis"))
      assert.deepStrictEqual(
        counts,
        counts.map(() => all)
      )
    }).pipe(Effect.scoped)
  )
})
