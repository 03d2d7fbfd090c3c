import type { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { prometheusName } from "../../../telemetry/MetricDefinition.ts"
import { metrics } from "../../../telemetry/metrics.ts"

const names: ReadonlyMap<string, string> = new Map(
  Object.values(metrics).map((definition) => [definition.name, prometheusName(definition)])
)

/** Every metric in Prometheus' text format, with the units in the names. */
export const prometheusText: Effect.Effect<string> = PrometheusMetrics.format({
  metricNameMapper: (name) => names.get(name) ?? name
})
