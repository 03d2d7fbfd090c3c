import "effect/schema/SchemaJITCompiler/enable"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Layer, Runtime } from "effect"
import { exitCodeOf } from "./adapters/cli/exitCodeOf.ts"
import { explainFailure } from "./adapters/settings/explainFailure.ts"
import { asksToServe, serve } from "./service/serve.ts"

/** After this, in milliseconds, the process ends whatever still runs: leases and expiry bring it back. */
const shutdownDeadline = 10_000

const loadCommands = Effect.promise(() => import("./service/commands.ts"))

const asked = asksToServe(process.argv.slice(2))
  ? Effect.provide(serve, Layer.merge(NodeFileSystem.layer, NodePath.layer))
  : Effect.flatMap(loadCommands, ({ commands }) => commands)

// What cannot finish in time is cut off as by a crash, which the leases and the expiry of sends are there for.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(0), shutdownDeadline).unref())
}

const explained = Effect.tapCause(asked, (cause) =>
  Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
    ? Effect.void
    : Console.error(explainFailure(cause))
)
NodeRuntime.runMain(explained, {
  disableErrorReporting: true,
  // Being told to stop is no failure.
  teardown: (exit, onExit) =>
    onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : exitCodeOf(exit.cause))
})
