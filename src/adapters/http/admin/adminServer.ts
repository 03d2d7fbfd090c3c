import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import * as Health from "../server/health.ts"
import { holdEarlyRequests } from "../../outbound/holdEarlyRequests.ts"
import { prometheusText } from "./prometheusText.ts"

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
