import { Effect, Layer, Option } from "effect"
import { DeveloperApi } from "../adapters/http/interfaces/developer/Api.ts"
import * as AnsweredRequests from "../adapters/http/server/answeredRequests.ts"
import { requestFields } from "../adapters/http/interfaces/RequestFacts.ts"
import type { Contract } from "../adapters/http/server/unrouted.ts"
import { SessionApi } from "../adapters/http/interfaces/session/Api.ts"
import type { CurrentLogLevel } from "../adapters/settings/hangup.ts"
import { logging } from "../adapters/settings/logging.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import * as Otlp from "../adapters/telemetry/otlp.ts"
import { processGauges } from "../adapters/telemetry/processGauges.ts"
import * as Meter from "../telemetry/Meter.ts"

/** The paths of both interfaces, as their contracts have them. */
const contracts: ReadonlyArray<Contract> = [DeveloperApi, SessionApi]
const paths = contracts.flatMap(({ groups }) =>
  Object.values(groups).flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path))
)

/**
 * Log, metrics and traces of the service, according to the settings and the `OTEL_*` variables (decision 21,
 * Telemetry). Disabled signals provide nothing. Exporters flush before the layer is released.
 */
export const telemetry = (settings: Settings, isTerminal: boolean, current: CurrentLogLevel | null = null) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const otlp = yield* Otlp.otlpSettings
      const logs = logging(settings, isTerminal, yield* Otlp.logger(otlp), requestFields, current)
      const meter = Option.isSome(settings.adminPort) || otlp.metrics ? Meter.layer : Layer.empty
      const measured = Layer.mergeAll(
        Layer.effectDiscard(processGauges),
        Layer.effect(AnsweredRequests.AnsweredRequests, AnsweredRequests.make(paths, settings.accessLog === "on")),
        Otlp.metrics(otlp)
      )
      return Layer.mergeAll(measured, Otlp.traces(otlp)).pipe(Layer.provideMerge(meter), Layer.provideMerge(logs))
    })
  )
