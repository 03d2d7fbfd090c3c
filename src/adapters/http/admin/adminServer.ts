import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { createServer } from "node:http"
import { prometheusName, metrics } from "../../../telemetry/metrics.ts"
import { holdEarlyRequests } from "../../outbound/holdEarlyRequests.ts"
import * as Health from "../server/health.ts"

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

export interface AdminAddress {
  readonly host: string
  readonly port: number
}

/** Timeout in milliseconds after which an idle scraper is disconnected. */
const patience = 10_000

/** Scrapers and orchestrators of one operator. */
const maxConnections = 100

const metricsRoute = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(prometheusText, (text) =>
    HttpServerResponse.text(text, {
      contentType: "text/plain; version=0.0.4; charset=utf-8",
      headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" }
    })
  )
)

const server = () => {
  const made = createServer({ headersTimeout: patience, requestTimeout: patience, connectionsCheckingInterval: 1_000 })
  made.maxConnections = maxConnections
  made.timeout = patience
  holdEarlyRequests(made)
  return made
}

/** `/metrics`, `/health` and `/ready` on a separate address, which callers of the interfaces cannot reach. */
export const layer = ({ host, port }: AdminAddress) =>
  HttpRouter.serve(Layer.merge(metricsRoute, Health.layer), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.merge(
      Layer.effectDiscard(
        Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
          Effect.logInfo("metrics are served", { adminUrl: HttpServer.formatAddress(address) })
        )
      )
    ),
    Layer.provide(NodeHttpServer.layer(server, { host, port, gracefulShutdownTimeout: 0 })),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
    Layer.fresh
  )
