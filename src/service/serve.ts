import { Effect, Layer, Schema } from "effect"
import { type CurrentLogLevel, onHangup, reloadLogLevel } from "../adapters/settings/hangup.ts"
import { logging } from "../adapters/settings/logging.ts"
import { warnOfMisspelt } from "../adapters/settings/misspelt.ts"
import { checkRoles } from "../adapters/settings/Role.ts"
import { runModeOf } from "../adapters/settings/runMode.ts"
import { settings, type Settings } from "../adapters/settings/Settings.ts"
import * as ProcessHealth from "../adapters/worker/processHealth.ts"
import { WorkerHealth } from "../ports/process/WorkerHealth.ts"
import { exitByDeadline } from "./runMain.ts"
import { withFailureLine, withLifeLines } from "./lifeLines.ts"
import { production } from "./production.ts"
import { prepareDataDir } from "./stores.ts"
import { telemetry } from "./telemetry.ts"

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
