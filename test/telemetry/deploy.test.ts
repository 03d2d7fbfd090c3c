import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { metrics, prometheusName } from "../../src/telemetry/metrics.ts"
import { deploy, usedMetrics } from "./usedMetrics.ts"

const promtool = spawnSync("promtool", ["--version"]).status === 0
if (!promtool)
  process.stderr.write("promtool is missing (Debian package prometheus): alert rules are not checked by it\n")

const check = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync("promtool", args, { cwd: join(deploy, "prometheus"), encoding: "utf8" })
  assert.strictEqual(status, 0, stdout + stderr)
}

describe("the examples of deploy", () => {
  it.skipIf(!promtool)("have alert rules and a configuration that Prometheus accepts", () => {
    check("check", "rules", "alerts.yaml")
    check("check", "config", "prometheus.yaml")
  })

  it.skipIf(!promtool)("have alerts that fire under their conditions", () => {
    check("test", "rules", "alerts.test.yaml")
  })

  it("use metrics of the service only", () => {
    const known = new Set(Object.values(metrics).map(prometheusName))
    const used = [...usedMetrics()]
    assert.isAbove(used.length, 20)
    assert.deepStrictEqual(
      used.filter((name) => !known.has(name)),
      []
    )
  })

  it("show every metric of the service on the dashboard", () => {
    const dashboard = readFileSync(join(deploy, "grafana/effect-parley.json"), "utf8")
    const names = Object.values(metrics).map(prometheusName)
    assert.deepStrictEqual(
      names.filter((name) => !dashboard.includes(name)),
      []
    )
  })

  it("have a dashboard that Grafana can import: panels with unique ids, queries and positions", () => {
    const { panels, title, uid } = JSON.parse(readFileSync(join(deploy, "grafana/effect-parley.json"), "utf8"))
    assert.deepStrictEqual([title, uid], ["effect-parley", "effect-parley"])
    assert.strictEqual(new Set(panels.map(({ id }: { id: number }) => id)).size, panels.length)
    for (const { gridPos, targets, type } of panels) {
      assert.containsAllKeys(gridPos, ["h", "w", "x", "y"])
      assert.isAtMost(gridPos.x + gridPos.w, 24)
      if (type !== "row") assert.isNotEmpty(targets)
    }
  })
})

describe("the list of metrics in docs/operations.md", () => {
  it("matches the metrics in the code", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8")
    const rows = Object.values(metrics).map((metric) => {
      const labels = metric.labels.map((label) => `\`${label.replaceAll(".", "_")}\``).join(", ")
      const scope = metric.scope === "deployment" ? ", the same in every process" : ""
      return `| \`${prometheusName(metric)}\` | ${metric.kind}${scope} | ${labels} | ${metric.description} |`
    })
    assert.deepStrictEqual(
      page
        .split("\n")
        .filter((line) => line.startsWith("| `parley_") || /^\| `(?:db|http|nodejs|v8js|process)_/.test(line)),
      rows
    )
  })

  it("has no label that Prometheus reserves", () => {
    const reserved = new Set(["quantile", "le", "job", "instance"])
    for (const { labels, name } of Object.values(metrics)) {
      assert.isFalse(
        labels.some((label) => reserved.has(label)),
        name
      )
    }
  })

  it("names each metric once", () => {
    const names = Object.values(metrics).map(prometheusName)
    assert.strictEqual(new Set(names).size, names.length)
    assert.isTrue(existsSync(join(deploy, "grafana")))
  })
})
