import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { metrics, prometheusName } from "../../../telemetry/metrics.ts"

const names: ReadonlyMap<string, string> = new Map(
  Object.values(metrics).map((definition) => [definition.name, prometheusName(definition)])
)

/** Descriptions of the cluster gauges, which Effect leaves without one. */
const descriptions: ReadonlyMap<string, string> = new Map([
  ["effect_cluster_shards", "Shards that the process owns"],
  ["effect_cluster_shards_releasing", "Shards that the process is giving up"],
  ["effect_cluster_singletons", "Loops that the process runs as their only owner"],
  ["effect_cluster_runners", "Processes that share the shards"],
  ["effect_cluster_runners_healthy", "Processes that share the shards and answer"]
])

const typeLine = /^# TYPE (\S+) /

/** Adds descriptions to metric families that have only a type. */
const described = (text: string): string =>
  text
    .split("\n")
    .flatMap((line, index, all) => {
      const [, name] = typeLine.exec(line) ?? []
      if (name === undefined || all[index - 1]?.startsWith("# HELP ") === true) return [line]
      return [`# HELP ${name} ${descriptions.get(name) ?? "A metric of Effect"}`, line]
    })
    .join("\n")

/** All metrics in Prometheus' text format, with units in the names and descriptions. */
export const prometheusText: Effect.Effect<string> = Effect.map(
  PrometheusMetrics.format({ metricNameMapper: (name) => names.get(name) ?? name }),
  described
)
