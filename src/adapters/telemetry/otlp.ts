import { Config, ConfigProvider, Context, Effect, Layer, Logger, Option, References, Schema, Tracer } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import { OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "../outbound/userAgent.ts"
import * as CollectorClient from "./collectorClient.ts"
import { type SamplerName, samplers, samplingTracer } from "./samplingTracer.ts"

/** OpenTelemetry's defaults where Effect has others: with an endpoint, all signals are exported. */
const defaults = ConfigProvider.fromUnknown({
  OTEL_TRACES_EXPORTER: "otlp",
  OTEL_METRICS_EXPORTER: "otlp",
  OTEL_LOGS_EXPORTER: "otlp"
})

const Ratio = Schema.FiniteFromString.check(
  Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a number from 0 to 1" })
)

const exporters = (name: string) =>
  Config.String(name).pipe(
    Config.withDefault("otlp"),
    Config.map((text) => text.split(",").some((one) => one.trim() === "otlp"))
  )

const endpoint = (signal: string) =>
  Config.option(
    Config.URL(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`).pipe(
      Config.orElse(() => Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT"))
    )
  )

/** Whether a signal is exported. */
const signal = (name: string) =>
  Config.all({
    isDisabled: Config.Boolean("OTEL_SDK_DISABLED").pipe(Config.withDefault(false)),
    isWanted: exporters(`OTEL_${name}_EXPORTER`),
    endpoint: endpoint(name)
  }).pipe(Config.map(({ endpoint, isDisabled, isWanted }) => !isDisabled && isWanted && Option.isSome(endpoint)))

/** OpenTelemetry settings from the environment, except those that the exporters read themselves. */
export const otlpSettings = Config.all({
  traces: signal("TRACES"),
  metrics: signal("METRICS"),
  logs: signal("LOGS"),
  protocol: Config.Literals(["http/protobuf", "http/json"], "OTEL_EXPORTER_OTLP_PROTOCOL").pipe(
    Config.withDefault("http/protobuf")
  ),
  sampler: Config.Literals(samplers, "OTEL_TRACES_SAMPLER").pipe(
    Config.withDefault<SamplerName>("parentbased_always_on")
  ),
  ratio: Config.schema(Ratio, "OTEL_TRACES_SAMPLER_ARG").pipe(Config.withDefault(1))
})
export type OtlpSettings = Config.Success<typeof otlpSettings>

/** The name of the service, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` has another one. */
const resource = { serviceName: "effect-parley", serviceVersion: version }

const configuredResource = Effect.map(
  Config.all({
    name: Config.option(Config.String("OTEL_SERVICE_NAME")),
    attributes: Config.String("OTEL_RESOURCE_ATTRIBUTES").pipe(Config.withDefault(""))
  }),
  ({ attributes, name }) =>
    Option.isSome(name) || attributes.includes("service.name=") ? { serviceVersion: version } : resource
)

const connected = <A, E, R>(
  { protocol }: OtlpSettings,
  layer: Layer.Layer<A, E, R>,
  client: Layer.Layer<HttpClient.HttpClient> = CollectorClient.layer
) =>
  layer.pipe(
    Layer.provide(protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
    Layer.provide(client),
    Layer.provide(
      Layer.effect(
        ConfigProvider.ConfigProvider,
        Effect.map(ConfigProvider.ConfigProvider, (provider) => ConfigProvider.orElse(provider, defaults))
      )
    )
  )

/** Exports the traces that the sampler selects. If traces are off, no spans are created. */
export const traces = (settings: OtlpSettings) => {
  if (!settings.traces) return Layer.succeed(References.TracerEnabled, false)
  const exported = Layer.unwrap(Effect.map(configuredResource, (resource) => OtlpTracer.layerFromConfig({ resource })))
  const sampled = Layer.effect(
    Tracer.Tracer,
    Effect.map(Tracer.Tracer, (tracer) => samplingTracer(tracer, settings.sampler, settings.ratio))
  )
  return connected(settings, Layer.provide(sampled, exported))
}

/** Exports metrics. */
export const metrics = (settings: OtlpSettings) =>
  settings.metrics
    ? connected(
        settings,
        Layer.unwrap(Effect.map(configuredResource, (resource) => OtlpMetrics.layerFromConfig({ resource })))
      )
    : Layer.empty

/** The logger that exports lines; none if they are not exported. The caller keeps secrets out of what it gets. */
export const logger = (settings: OtlpSettings) =>
  settings.logs
    ? connected(
        settings,
        Layer.unwrap(
          Effect.map(configuredResource, (resource) =>
            OtlpLogger.layerFromConfig({ resource, mergeWithExisting: false })
          )
        ),
        // A client without log lines: its own lines would be exported again.
        FetchHttpClient.layer
      ).pipe(
        Layer.build,
        Effect.map((built) => [...Context.get(built, Logger.CurrentLoggers)])
      )
    : Effect.succeed([])
