import * as AnsweredRequests from "../adapters/http/server/answeredRequests.ts"
import * as Otlp from "../adapters/telemetry/otlp.ts"
import * as Meter from "../telemetry/Meter.ts"
import * as ProcessHealth from "../adapters/worker/processHealth.ts"
import { Effect, Layer, Option, Schema } from "effect"
import { type Settings, hasRoutes, settings } from "../adapters/settings/Settings.ts"
import { secretsOf } from "../adapters/settings/Secrets.ts"
import { reachableUrl } from "./listener.ts"
import { platformUrls } from "./ports.ts"
import { service, withoutListener } from "./service.ts"
import { prepareDataDir, stores } from "./stores.ts"
import { DeveloperApi } from "../adapters/http/interfaces/developer/Api.ts"
import { requestFields } from "../adapters/http/interfaces/RequestFacts.ts"
import type { Contract } from "../adapters/http/server/unrouted.ts"
import { SessionApi } from "../adapters/http/interfaces/session/Api.ts"
import { type CurrentLogLevel, onHangup, reloadLogLevel } from "../adapters/settings/hangup.ts"
import { logging } from "../adapters/settings/logging.ts"
import { processGauges } from "../adapters/telemetry/processGauges.ts"
import { warnOfMisspelt } from "../adapters/settings/misspelt.ts"
import { checkRoles, runModeOf } from "../adapters/settings/runMode.ts"
import { WorkerHealth } from "../ports/process/WorkerHealth.ts"
import { exitByDeadline } from "./shutdown.ts"
import { withFailureLine, withLifeLines } from "./lifeLines.ts"

/** Receivers that know the service's address can still fetch the files; readers of an event cannot. */
const withoutPublicUrl =
  "PUBLIC_URL is not set, so events and messages name files by paths. Set it to the address of the service from outside, such as https://parley.example.com"

const isRunning = "effect-parley is running"

/** The service against the real platform: every setting that its roles require must be given. */
const production = Effect.fnUntraced(function* (settings: Settings, graphUrl: string) {
  const secrets = yield* secretsOf(settings)
  const { roles } = settings
  const urls = platformUrls(settings, graphUrl)
  if (Option.isNone(settings.publicUrl)) yield* Effect.logWarning(withoutPublicUrl)
  const announce = Effect.flatMap(reachableUrl, (appUrl) => Effect.logInfo(isRunning, { appUrl, roles }))
  const running = hasRoutes(roles)
    ? service(settings, urls, Effect.succeed([]), announce)
    : Layer.merge(Layer.effectDiscard(Effect.logInfo(isRunning, { roles })), withoutListener(settings, urls))
  return Layer.provide(running, stores(settings, secrets))
})

/** The paths of both interfaces, as their contracts have them. */
const contracts: ReadonlyArray<Contract> = [DeveloperApi, SessionApi]
const paths = contracts.flatMap(({ groups }) =>
  Object.values(groups).flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path))
)

/**
 * Log, metrics and traces of the service, according to the settings and the `OTEL_*` variables (decision 21,
 * Telemetry). Disabled signals provide nothing. Exporters flush before the layer is released.
 */
const telemetry = (settings: Settings, isTerminal: boolean, current: CurrentLogLevel | null = null) =>
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

/** Whether the arguments request the service only: then it starts without the other commands. */
export const asksToServe = (args: ReadonlyArray<string>): boolean =>
  args.length === 0 || (args.length === 1 && args[0] === "serve")

/** Loaded in demo mode only: production needs no emulator. */
const loadDemo = Effect.promise(() => import("./demo.ts"))

const loopback = Effect.orDie(Schema.decodeEffect(Schema.Array(Schema.IpNetworkFromString))(["127.0.0.0/8", "::1/128"]))

/** Demo mode. Receivers of this machine get events, unless other ranges are named. */
const demonstration = Effect.fnUntraced(function* (read: Settings) {
  const { webhookAllowedCidrs } = read
  const { demo } = yield* loadDemo
  return yield* demo({
    ...read,
    webhookAllowedCidrs: webhookAllowedCidrs.length > 0 ? webhookAllowedCidrs : yield* loopback
  })
})

/** Runs the service with these settings until it is interrupted. */
const serveWith = Effect.fnUntraced(function* (read: Settings) {
  yield* Effect.provide(warnOfMisspelt, logging(read, process.stdout.isTTY))
  const mode = yield* runModeOf(read)
  yield* checkRoles(read)
  yield* prepareDataDir(read)
  const program = mode._tag === "Demo" ? demonstration(read) : production(read, mode.graphUrl)
  const health = yield* ProcessHealth.make
  const lines = withLifeLines(mode._tag === "Demo" ? "demo" : "production", read)
  const current: CurrentLogLevel = { level: read.logLevel }
  const launched = Layer.launch(Layer.unwrap(program).pipe(Layer.provide(Layer.succeed(WorkerHealth, health))))
  // A stalled loop may also prevent a graceful shutdown.
  const ended = Effect.tapError(health.ended, () => Effect.sync(() => exitByDeadline(1)))
  const running = Effect.andThen(onHangup(reloadLogLevel(current, read)), Effect.raceFirst(launched, ended))
  return yield* Effect.provide(lines(Effect.scoped(running)), telemetry(read, process.stdout.isTTY, current))
})

/** Runs the service until it is interrupted. */
export const serve = withFailureLine(Effect.flatMap(settings, serveWith))

/** Runs demo mode until it is interrupted. */
export const serveDemo = withFailureLine(Effect.flatMap(settings, (read) => serveWith({ ...read, demo: true })))
