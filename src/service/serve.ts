import { Effect, Layer, Option, Schema } from "effect"
import { checkRoles } from "../adapters/settings/Role.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import * as ProcessHealth from "../adapters/worker/processHealth.ts"
import { WorkerHealth } from "../ports/policies/WorkerHealth.ts"
import { exitByDeadline } from "./runMain.ts"
import { production } from "./production.ts"
import { prepared } from "./stores.ts"
import { telemetry } from "./telemetry.ts"

/** Whether the arguments ask for the service and for nothing else: then it starts without the other commands. */
export const asksToServe = (args: ReadonlyArray<string>): boolean =>
  args.length === 0 || (args.length === 1 && args[0] === "serve")

/** Loaded when it is wanted only: production needs no emulator. */
const loadDemo = Effect.promise(() => import("./demo.ts"))

/** Runs the service with these settings until it is interrupted. */
const serveWith = Effect.fnUntraced(function* (read: Settings) {
  yield* checkRoles(read)
  const program = Option.match(read.graphUrl, {
    onNone: () => Effect.flatMap(loadDemo, ({ demo }) => demo(read)),
    onSome: (url) => production(read, url)
  })
  const health = yield* ProcessHealth.make
  const running = Layer.launch(
    Layer.unwrap(program).pipe(
      Layer.provide(telemetry(read, process.stdout.isTTY)),
      Layer.provide(Layer.succeed(WorkerHealth, health))
    )
  )
  // What stands still may also keep the process from stopping in good order.
  const ended = Effect.tapError(health.ended, () => Effect.sync(() => exitByDeadline(1)))
  return yield* Effect.raceFirst(running, ended)
})

/** Runs the service until it is interrupted. */
export const serve = Effect.flatMap(prepared, serveWith)

/** Demo mode is without a platform. */
export class DemoRefused extends Schema.TaggedError<DemoRefused>()("DemoRefused", { graphUrl: Schema.String }) {
  override get message() {
    return `GRAPH_URL is ${this.graphUrl}, and demo mode has no platform. Unset GRAPH_URL, or run \`parley serve\``
  }
}

const loopback = Effect.orDie(Schema.decodeEffect(Schema.Array(Schema.IpNetworkFromString))(["127.0.0.0/8", "::1/128"]))

/** Runs demo mode until it is interrupted. Receivers of this machine get events, unless other ranges are named. */
export const serveDemo = Effect.gen(function* () {
  const read = yield* prepared
  if (Option.isSome(read.graphUrl)) return yield* new DemoRefused({ graphUrl: read.graphUrl.value })
  const { webhookAllowedCidrs } = read
  return yield* serveWith({
    ...read,
    webhookAllowedCidrs: webhookAllowedCidrs.length > 0 ? webhookAllowedCidrs : yield* loopback
  })
})
