import { Effect, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { sendRounds } from "./sendHttp.ts"
import { platformSink, service } from "../servers.ts"

const concurrency = 64

/** Takes whatever is exported. */
const collector = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<ReturnType<typeof createServer>>((resolve) => {
        const made = createServer((request, response) => {
          request.resume().once("end", () => response.writeHead(200).end())
        })
        made.listen(0, "127.0.0.1", () => resolve(made))
      })
  ),
  (made) =>
    Effect.promise(() => {
      made.closeAllConnections()
      return new Promise((resolve) => made.close(resolve))
    })
)

/** Port 0: any free one. */
const metricsOn = { ADMIN_PORT: "0" }

const compare = Effect.fnUntraced(function* (databaseUrl: string, size: Size) {
  const places = { databaseUrl, graphUrl: yield* platformSink }
  const { port } = (yield* collector).address() as AddressInfo
  const tracing = (ratio: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_METRICS_EXPORTER: "none",
    OTEL_LOGS_EXPORTER: "none",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: ratio
  })
  const contender = Effect.fnUntraced(function* (name: string, settings: Readonly<Record<string, string>>) {
    const { url } = yield* service(places, settings)
    return { name, round: yield* sendRounds(url, "/api/developer", size) }
  })
  const off = "telemetry off"
  const sending = yield* inTurn(
    {
      heading: `POST /v1/send-message of one organization, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        yield* contender("metrics", metricsOn),
        yield* contender("metrics, access log", { ...metricsOn, ACCESS_LOG: "on" }),
        yield* contender("1 % of traces", tracing("0.01")),
        yield* contender("all traces", tracing("1")),
        yield* contender(off, {})
      ],
      targets: [{ what: "per second", against: off, figure: "perSecond" as const, must: { atLeast: 0.9 } }]
    },
    size
  )
  return [sending]
})

export const telemetry: Comparison = {
  about: "what metrics, the access log and traces cost a send over HTTP",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))
  })
}
