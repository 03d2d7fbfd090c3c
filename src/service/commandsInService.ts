import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { CliConfig, Command } from "effect/cli"
import { operatorCommands } from "../adapters/cli/operator/operatorCommands.ts"
import { builtIns } from "../adapters/cli/output/builtIns.ts"
import { Json } from "../adapters/cli/output/answer.ts"
import * as UsageErrors from "../adapters/cli/output/usageErrors.ts"
import { version } from "../adapters/network/userAgent.ts"

const parley = Command.make("parley").pipe(Command.withSubcommands(operatorCommands), Command.withGlobalFlags([Json]))

/** Runs the command of another process with the stores and platforms of the service. */
export const run = (args: ReadonlyArray<string>) =>
  Command.runWith(parley, { version })(args).pipe(
    Effect.provide([NodeServices.layer, CliConfig.layer({ builtIns }), UsageErrors.layer])
  )
