import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Metric, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { fewestConnections } from "../../../src/adapters/postgres/connections/connectionSizes.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import {
  DeliveryConnections,
  LedgerConnection,
  Signals,
  Writer
} from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { ReadShares } from "../../../src/adapters/postgres/database/ReadShares.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import * as Meter from "../../../src/telemetry/Meter.ts"
import { type MetricDefinition, metrics } from "../../../src/telemetry/metrics.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/** More than may be on their way. */
const many = 40

const lock = 4_712

const someOrganization = OrganizationId.make("01960000-0000-7000-8000-000000000001")

const metersOn = Meter.layer.pipe(Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())))

/** Of a gauge its value, of a histogram how many values and their sum, for the pool or the kind of read. */
const valueOf = ({ name }: MetricDefinition, label: string) =>
  Effect.map(Metric.snapshot, (all) => {
    const found = all.find(({ attributes, id }) => id === name && Object.values(attributes ?? {}).includes(label))
    if (found?.type === "Gauge") return { value: Number(found.state.value), seconds: 0 }
    if (found?.type === "Histogram") return { value: found.state.count, seconds: found.state.sum }
    return { value: 0, seconds: 0 }
  })

const waitingFor = (pool: string) => Effect.map(valueOf(metrics.connectionRequests, pool), ({ value }) => value)
const served = (pool: string) => valueOf(metrics.connectionWait, pool)

const until = (condition: Effect.Effect<boolean>) =>
  Effect.repeat(Effect.andThen(Effect.yieldNow, condition), { until: (isSo) => isSo })

describe("the connection waits of a server", () => {
  it.live("are measured for each pool, including current waits", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const services = yield* Layer.build(Database.server(url, { connections: fewestConnections }))
      const other = yield* Effect.provide(PgClient.makeClient({ url }), Reactivity.layer)
      const pools = {
        readers: Context.get(services, SqlClient.SqlClient),
        searchers: Context.get(services, ReadShares).searches,
        writers: Context.get(services, Writer),
        delivery: Context.get(services, DeliveryConnections),
        ledger: Context.get(services, LedgerConnection),
        signals: Context.get(services, Signals)
      }
      for (const [pool, sql] of Object.entries(pools)) {
        const statement = sql`select pg_advisory_xact_lock_shared(${lock}::bigint)`
        yield* statement
        const before = yield* served(pool)
        assert.isAbove(before.value, 0, pool)
        assert.strictEqual(yield* waitingFor(pool), 0, pool)

        yield* other`select pg_advisory_lock(${lock}::bigint)`
        const waiting = yield* Effect.forEach(Array.from({ length: many }), () => Effect.forkChild(statement))
        yield* until(Effect.map(waitingFor(pool), (size) => size > 0))
        yield* Effect.sleep("20 millis")
        const size = yield* waitingFor(pool)
        assert.isAtLeast(size, many - 17, pool)
        yield* other`select pg_advisory_unlock(${lock}::bigint)`
        yield* Fiber.joinAll(waiting)

        const after = yield* served(pool)
        assert.strictEqual(after.value - before.value, many, pool)
        assert.isAtLeast(after.seconds - before.seconds, size * 0.02, pool)
        assert.strictEqual(yield* waitingFor(pool), 0, pool)
      }
    }).pipe(Effect.scoped, Effect.provide(metersOn))
  )

  it.live("include transactions, and exclude interrupted callers", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const services = yield* Layer.build(Database.server(url, { connections: fewestConnections }))
      const sql = Context.get(services, Writer)
      const hold = sql.withTransaction(Effect.andThen(sql`select 1`, Effect.never))
      const holder = yield* Effect.forkChild(hold)
      yield* until(Effect.map(served("writers"), ({ value }) => value > 0))
      const before = yield* served("writers")

      const [given, kept] = [yield* Effect.forkChild(hold), yield* Effect.forkChild(sql.withTransaction(sql`select 1`))]
      yield* until(Effect.map(waitingFor("writers"), (size) => size === 2))
      yield* Fiber.interrupt(given)
      assert.strictEqual(yield* waitingFor("writers"), 1)
      yield* Fiber.interrupt(holder)
      yield* Fiber.join(kept)
      assert.strictEqual((yield* served("writers")).value - before.value, 1)
      assert.strictEqual(yield* waitingFor("writers"), 0)
    }).pipe(Effect.scoped, Effect.provide(metersOn))
  )
})

describe("the waits of lists and searches for the organization's share", () => {
  it.live("are measured separately, since an organization has a share of the connections", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      const shares = Context.get(yield* Layer.build(Database.server(url)), ReadShares)
      for (const [reads, share] of [
        ["lists", shares.list],
        ["searches", shares.search]
      ] as const) {
        const pending = Effect.map(valueOf(metrics.readTurnRequests, reads), ({ value }) => value)
        const began = valueOf(metrics.readTurnWait, reads)
        const running = yield* Effect.forEach(Array.from({ length: many / 2 }), () =>
          Effect.forkChild(share(someOrganization, Effect.never))
        )
        yield* until(Effect.map(Effect.all([pending, began]), ([size, { value }]) => size + value === many / 2))
        assert.isAbove((yield* began).value, 0, reads)
        assert.isAbove(yield* pending, 0, reads)
        yield* Effect.forEach(running, Fiber.interrupt, { concurrency: "unbounded" })
        assert.strictEqual(yield* pending, 0, reads)
      }
    }).pipe(Effect.scoped, Effect.provide(metersOn))
  )
})
