import { Effect, Layer, Schema } from "effect"
import { checkRoles } from "../adapters/settings/Role.ts"
import { runModeOf } from "../adapters/settings/runMode.ts"
import { settings, type Settings } from "../adapters/settings/Settings.ts"
import * as ProcessHealth from "../adapters/worker/processHealth.ts"
import { WorkerHealth } from "../ports/policies/WorkerHealth.ts"
import { exitByDeadline } from "./runMain.ts"
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
  const mode = yield* runModeOf(read)
  yield* checkRoles(read)
  yield* prepareDataDir(read)
  const program = mode._tag === "Demo" ? demonstration(read) : production(read, mode.graphUrl)
  const health = yield* ProcessHealth.make
  const running = Layer.launch(
    Layer.unwrap(program).pipe(
      Layer.provide(telemetry(read, process.stdout.isTTY)),
      Layer.provide(Layer.succeed(WorkerHealth, health))
    )
  )
  // A loop that stands still may also keep the process from stopping in good order.
  const ended = Effect.tapError(health.ended, () => Effect.sync(() => exitByDeadline(1)))
  return yield* Effect.raceFirst(running, ended)
})

/** Runs the service until it is interrupted. */
export const serve = Effect.flatMap(settings, serveWith)

/** Runs demo mode until it is interrupted. */
export const serveDemo = Effect.flatMap(settings, (read) => serveWith({ ...read, demo: true }))
