import { Config, Effect, Option, Schema } from "effect"
import { type OtlpSettings, otlpSettings } from "./otlp.ts"

/** The address to which a signal is exported. */
export interface OtlpTarget {
  readonly signal: "traces" | "metrics" | "logs"
  readonly url: string
  /** Headers of the account at the collector. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: "application/json" | "application/x-protobuf"
}

const headersOf = (name: string) => Config.Record(Schema.String, Schema.StringFromUriComponent, name)

const withSignal = (base: URL, signal: OtlpTarget["signal"]): string => `${base.href.replace(/\/$/, "")}/v1/${signal}`

const target = Effect.fnUntraced(function* (signal: OtlpTarget["signal"], { protocol }: OtlpSettings) {
  const name = signal.toUpperCase()
  const own = yield* Config.option(Config.URL(`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`))
  const base = yield* Config.option(Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"))
  const url = Option.orElse(
    Option.map(own, ({ href }) => href),
    () => Option.map(base, (one) => withSignal(one, signal))
  )
  const headers = yield* headersOf(`OTEL_EXPORTER_OTLP_${name}_HEADERS`).pipe(
    Config.orElse(() => headersOf("OTEL_EXPORTER_OTLP_HEADERS")),
    Config.withDefault<Readonly<Record<string, string>>>({})
  )
  return Option.map(url, (url): OtlpTarget => ({
    signal,
    url,
    headers,
    contentType: protocol === "http/json" ? "application/json" : "application/x-protobuf"
  }))
})

/** The address of each exported signal, as the exporters compute it. */
export const otlpTargets = Effect.gen(function* () {
  const settings = yield* otlpSettings
  const signals = (["traces", "metrics", "logs"] as const).filter((signal) => settings[signal])
  const targets = yield* Effect.forEach(signals, (signal) => target(signal, settings))
  return targets.flatMap((one) => Option.toArray(one))
})
