import { Effect, Layer, Option } from "effect"
import { production } from "./production.ts"
import { prepared } from "./stores.ts"
import { telemetry } from "./telemetry.ts"

/** Whether the arguments ask for the service and for nothing else: then it starts without the other commands. */
export const asksToServe = (args: ReadonlyArray<string>): boolean =>
  args.length === 0 || (args.length === 1 && args[0] === "serve")

/** Loaded when it is wanted only: production needs no emulator. */
const loadDemo = Effect.promise(() => import("./demo.ts"))

/** Runs the service until it is interrupted. */
export const serve = Effect.gen(function* () {
  const read = yield* prepared
  const program = Option.match(read.graphUrl, {
    onNone: () => Effect.flatMap(loadDemo, ({ demo }) => demo(read)),
    onSome: (url) => production(read, url)
  })
  yield* Layer.launch(Layer.provide(Layer.unwrap(program), telemetry(read, process.stdout.isTTY)))
})
