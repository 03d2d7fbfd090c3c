import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import * as MeterModule from "../../src/telemetry/Meter.ts"
import { type MetricDefinition, metrics } from "../../src/telemetry/metrics.ts"

const { Meter } = MeterModule
const on = MeterModule.layer.pipe(Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map())))

const counts: MetricDefinition<"name"> = {
  name: "test.counts",
  kind: "counter",
  unit: "{thing}",
  description: "Things",
  labels: ["name"],
  boundaries: [],
  initial: [],
  scope: "process"
}

const stateOf = (name: string) =>
  Effect.map(Metric.snapshot, (all) =>
    all.filter(({ id }) => id === name).map(({ attributes, state }) => [attributes, state])
  )

describe("the meter", () => {
  it.effect("is off by default and then records, observes and collects nothing", () =>
    Effect.gen(function* () {
      const meter = yield* Meter
      assert.isFalse(meter.isOn)
      meter.record(counts, 1, { name: "a" })
      yield* meter.observe(counts, { name: "b" }, () => 1)
      yield* meter.collect("never", Effect.die("collected"))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Metric.snapshot, [])
    }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Layer.succeed(Metric.MetricRegistry, new Map()))))
  )

  it.effect("stores a series for each combination of labels, up to a bound", () =>
    Effect.gen(function* () {
      const meter = yield* Meter
      for (let name = 0; name < MeterModule.maxSeries + 100; name++) meter.record(counts, 1, { name: String(name) })
      meter.record(counts, 2, { name: "0" })
      const all = yield* stateOf("test.counts")
      assert.lengthOf(all, MeterModule.maxSeries)
      assert.deepStrictEqual(all[0], [
        { name: "0", unit: "{thing}" },
        { count: 3, incremental: true }
      ])
    }).pipe(Effect.provide(on))
  )

  it.effect("starts series of rare events at 0", () =>
    Effect.gen(function* () {
      const all = yield* stateOf(metrics.webhookWarnings.name)
      assert.deepStrictEqual(
        all.map(([attributes, state]) => [attributes, state]),
        ["50", "70", "90"].map((percent) => [
          { percent, unit: "{webhook}" },
          { count: 0, incremental: true }
        ])
      )
    }).pipe(Effect.provide(on))
  )

  it.effect("collects every ten seconds, also after a failure", () =>
    Effect.gen(function* () {
      const meter = yield* Meter
      let times = 0
      yield* meter.collect(
        "test",
        Effect.suspend(() => (++times === 2 ? Effect.die("away") : Effect.void))
      )
      yield* TestClock.adjust("35 seconds")
      assert.strictEqual(times, 4)
    }).pipe(Effect.scoped, Effect.provide(on))
  )
})
