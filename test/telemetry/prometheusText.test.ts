import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import * as ClusterMetrics from "effect/cluster/ClusterMetrics"
import { spawnSync } from "node:child_process"
import { prometheusText } from "../../src/adapters/http/admin/adminServer.ts"
import { type MetricDefinition, metrics } from "../../src/telemetry/metrics.ts"
import * as MeterModule from "../../src/telemetry/Meter.ts"

const on = MeterModule.layer.pipe(Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map())))

/** Gauges of Effect's cluster that a worker on a server has. */
const ofCluster = [
  ClusterMetrics.shards,
  ClusterMetrics.shardsReleasing,
  ClusterMetrics.singletons,
  ClusterMetrics.runners,
  ClusterMetrics.runnersHealthy
]

/** The text with a series of every metric. */
const everything = Effect.gen(function* () {
  const meter = yield* MeterModule.Meter
  for (const metric of Object.values<MetricDefinition>(metrics)) {
    meter.record(metric, 1, Object.fromEntries(metric.labels.map((label) => [label, "one"])))
  }
  for (const gauge of ofCluster) yield* Metric.update(gauge, 1n)
  yield* Metric.update(Metric.gauge("effect_of_a_later_version"), 1)
  return yield* prometheusText
}).pipe(Effect.provide(on))

const promtool = spawnSync("promtool", ["--version"]).status === 0

describe("the Prometheus text of the metrics", () => {
  it.effect("describes every metric, including those of Effect", () =>
    Effect.gen(function* () {
      const lines = (yield* everything).split("\n")
      const types = lines.flatMap((line, place) => (line.startsWith("# TYPE ") ? [place] : []))
      assert.lengthOf(types, Object.keys(metrics).length + ofCluster.length + 1)
      for (const place of types) {
        const [, , name] = lines[place]?.split(" ") ?? []
        assert.isTrue(lines[place - 1]?.startsWith(`# HELP ${name} `), name)
      }
      assert.include(lines, "# HELP effect_cluster_shards Shards that the process owns")
      assert.strictEqual(new Set(lines.filter((line) => line.startsWith("# HELP "))).size, types.length)
    })
  )

  it.effect.skipIf(!promtool)("passes promtool without a complaint", () =>
    Effect.gen(function* () {
      const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
        input: yield* everything,
        encoding: "utf8"
      })
      assert.strictEqual(`${stdout}${stderr}`, "")
      assert.strictEqual(status, 0)
    })
  )
})
