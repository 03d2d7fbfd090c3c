import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer, Option, Runtime } from "effect"
import { Command } from "effect/cli"
import { channelsCommand } from "./adapters/cli/channelsCommand.ts"
import { inboundCommand } from "./adapters/cli/inboundCommand.ts"
import { listenCommand } from "./adapters/cli/listenCommand.ts"
import { channelCommand, keyCommand, organizationCommand } from "./adapters/cli/operatorCommands.ts"
import { emulatorCommand } from "./adapters/emulator/emulatorCommand.ts"
import { version } from "./adapters/network/userAgent.ts"
import { explainFailure } from "./adapters/settings/explainFailure.ts"
import { logging } from "./adapters/settings/logging.ts"
import { demo } from "./composition/demo.ts"
import { production } from "./composition/production.ts"
import { prepared, storesForCommand } from "./composition/stores.ts"

/** After this, in milliseconds, the process ends whatever still runs: leases and expiry bring it back. */
const shutdownDeadline = 10_000

const serve = Effect.gen(function* () {
  const read = yield* prepared
  const program = Option.match(read.graphUrl, { onNone: () => demo(read), onSome: (url) => production(read, url) })
  yield* Layer.launch(Layer.provide(Layer.unwrap(program), logging(read, process.stdout.isTTY)))
})

const parley = Command.make("parley", {}, () => serve).pipe(
  Command.withDescription("WhatsApp, Messenger and Instagram over HTTP. Without a command: runs the service"),
  Command.withSubcommands([
    Command.make("serve", {}, () => serve).pipe(Command.withDescription("Runs the service")),
    emulatorCommand,
    listenCommand,
    organizationCommand.pipe(Command.provide(storesForCommand)),
    keyCommand.pipe(Command.provide(storesForCommand)),
    channelCommand.pipe(Command.provide(storesForCommand)),
    channelsCommand.pipe(Command.provide(storesForCommand)),
    inboundCommand.pipe(Command.provide(storesForCommand))
  ])
)

const main = Command.run(parley, { version }).pipe(
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
      ? Effect.void
      : Console.error(explainFailure(cause))
  ),
  Effect.provide(NodeServices.layer)
)

// What cannot finish in time is cut off as by a crash, which the leases and the expiry of sends are there for.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => setTimeout(() => process.exit(0), shutdownDeadline).unref())
}

NodeRuntime.runMain(main, {
  disableErrorReporting: true,
  // Being told to stop is no failure.
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
