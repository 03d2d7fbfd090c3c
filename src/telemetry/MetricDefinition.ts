/** A metric with its OpenTelemetry name, from which Prometheus' name is derived. */
export interface MetricDefinition<Label extends string = string> {
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  /** A unit of UCUM: seconds, bytes, a ratio, or the counted thing in braces. */
  readonly unit: "s" | "By" | "1" | `{${string}}`
  readonly description: string
  /** Labels. Each has few values, and never a secret, an id of a person or an id of an organization. */
  readonly labels: ReadonlyArray<Label>
  /** Upper bounds of the buckets of a histogram. */
  readonly boundaries: ReadonlyArray<number>
  /** Series of a counter that start at 0: a rate needs a first value, which rare events would lack for long. */
  readonly initial: ReadonlyArray<Readonly<Record<Label, string>>>
  /** `deployment`: read from the database, so every process reports the same number. */
  readonly scope: "process" | "deployment"
}

const unitSuffix = ({ kind, unit }: Pick<MetricDefinition, "kind" | "unit">): string => {
  switch (unit) {
    case "s":
      return "_seconds"
    case "By":
      return "_bytes"
    case "1":
      return kind === "gauge" ? "_ratio" : ""
    default:
      return ""
  }
}

/** The name in Prometheus, by the rules of OpenTelemetry's compatibility with it. */
export const prometheusName = (definition: Pick<MetricDefinition, "kind" | "name" | "unit">): string =>
  `${definition.name.replaceAll(".", "_")}${unitSuffix(definition)}${definition.kind === "counter" ? "_total" : ""}`
