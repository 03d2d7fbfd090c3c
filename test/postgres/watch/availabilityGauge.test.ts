import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as PgAvailability from "../../../src/adapters/postgres/database/PgAvailability.ts"
import { Meter } from "../../../src/telemetry/Meter.ts"
import { metrics } from "../../../src/telemetry/metrics.ts"

describe("the gauge of database availability", () => {
  it.effect("is 1 while probes succeed, 0 while they fail, and 1 again afterwards", () =>
    Effect.gen(function* () {
      let isThere = true
      let read = (): number => NaN
      const off = yield* Meter
      const meter: Meter = {
        ...off,
        observe: (metric, _, value) =>
          Effect.sync(() => {
            if (metric.name === metrics.databaseAnswers.name) read = value
          })
      }
      const probe = Effect.suspend(() => (isThere ? Effect.void : Effect.never))
      yield* Effect.provideService(PgAvailability.watch(probe), Meter, meter)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(read(), 1)
      isThere = false
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(read(), 0)
      isThere = true
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(read(), 1)
    }).pipe(Effect.scoped)
  )
})
