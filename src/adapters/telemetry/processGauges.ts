import { Effect } from "effect"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

/** How finely the delay of the event loop is measured, in milliseconds. */
const resolution = 10

const nanos = 1e9

const delays = { p50: 50, p99: 99, max: 100 } as const

/** Measures the event loop and the memory of the process until the scope is closed. */
export const processGauges = Effect.gen(function* () {
  const meter = yield* Meter
  if (!meter.isOn) return
  const histogram = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const started = monitorEventLoopDelay({ resolution })
      started.enable()
      return started
    }),
    (started) => Effect.sync(() => started.disable())
  )
  let before = performance.eventLoopUtilization()
  yield* meter.collect(
    "process",
    Effect.sync(() => {
      for (const [percentile, percent] of Object.entries(delays)) {
        // The timer itself takes `resolution`, which is no delay.
        const delay = Math.max(0, histogram.percentile(percent) / nanos - resolution / 1_000)
        meter.record(metrics.eventLoopDelay, histogram.count === 0 ? 0 : delay, { percentile })
      }
      histogram.reset()
      const now = performance.eventLoopUtilization()
      meter.record(metrics.eventLoopUtilization, performance.eventLoopUtilization(now, before).utilization, {})
      before = now
    })
  )
  yield* meter.observe(metrics.heapUsed, {}, () => getHeapStatistics().used_heap_size)
  yield* meter.observe(metrics.heapLimit, {}, () => getHeapStatistics().heap_size_limit)
  yield* meter.observe(metrics.residentMemory, {}, () => process.memoryUsage.rss())
})
