import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { makeRareLog } from "../../telemetry/failureLog.ts"

/** Statuses from here on are refusals. */
const firstRefusal = 400

/** The host of the collector, without path and query, which may name an account. */
const collectorOf = (url: string): string => URL.parse(url)?.host ?? "that of OTEL_EXPORTER_OTLP_ENDPOINT"

/**
 * The HTTP client of the exporters. It logs an unreachable or rejecting collector once an hour: the exporters
 * themselves drop their data and log it at level debug only.
 */
export const layer = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    const rarely = makeRareLog()
    const note = (url: string, reason: string) => {
      const collector = collectorOf(url)
      return rarely(
        collector,
        Effect.logWarning("telemetry does not reach its collector and is lost; look at OTEL_EXPORTER_OTLP_ENDPOINT", {
          collector,
          reason
        })
      )
    }
    return HttpClient.transform(client, (response, { url }) =>
      response.pipe(
        Effect.tap(({ status }) => (status < firstRefusal ? Effect.void : note(url, `status ${status}`))),
        Effect.tapError(({ reason }) => note(url, reason._tag))
      )
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))
