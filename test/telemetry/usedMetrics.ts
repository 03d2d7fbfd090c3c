import { readFileSync } from "node:fs"
import { join } from "node:path"

export const deploy = join(import.meta.dirname, "../../deploy")

const expressions = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\b(?:parley|db|http|nodejs|v8js|process)_[a-z0-9_]+/g), ([name]) => name)

/** Labels of the metrics, which have the same form. */
const labels = new Set([
  "http_request_method",
  "http_route",
  "http_response_status_code",
  "http_connection_state",
  "db_client_connection_pool_name"
])

/** The metrics that the dashboard and the alert rules use, without the parts of a histogram. */
export const usedMetrics = (): ReadonlySet<string> => {
  const dashboard = readFileSync(join(deploy, "grafana/effect-parley.json"), "utf8")
  const targets = Array.from(dashboard.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g), ([, expr = ""]) => expr)
  const rules = readFileSync(join(deploy, "prometheus/alerts.yaml"), "utf8")
  return new Set(
    [...targets, rules]
      .flatMap(expressions)
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ""))
      .filter((name) => !labels.has(name))
  )
}
