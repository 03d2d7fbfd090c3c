import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { channelsCommand } from "../adapters/cli/channelsCommand.ts"
import { inboundCommand } from "../adapters/cli/inboundCommand.ts"
import { listenCommand } from "../adapters/cli/listenCommand.ts"
import { memberCommand } from "../adapters/cli/memberCommand.ts"
import { channelCommand, keyCommand, organizationCommand } from "../adapters/cli/operatorCommands.ts"
import { secretsCommand } from "../adapters/cli/secretsCommand.ts"
import { emulatorCommand } from "../emulator/emulatorCommand.ts"
import { version } from "../adapters/network/userAgent.ts"
import { commandLogging } from "../adapters/settings/logging.ts"
import { serve } from "./serve.ts"
import { storesForCommand } from "./stores.ts"

const parley = Command.make("parley", {}, () => serve).pipe(
  Command.withDescription("WhatsApp, Messenger and Instagram over HTTP. Without a command: runs the service"),
  Command.withSubcommands([
    Command.make("serve", {}, () => serve).pipe(Command.withDescription("Runs the service")),
    emulatorCommand,
    listenCommand,
    organizationCommand.pipe(Command.provide(storesForCommand)),
    keyCommand.pipe(Command.provide(storesForCommand)),
    memberCommand.pipe(Command.provide(storesForCommand)),
    channelCommand.pipe(Command.provide(storesForCommand)),
    channelsCommand.pipe(Command.provide(storesForCommand)),
    inboundCommand.pipe(Command.provide(storesForCommand)),
    secretsCommand.pipe(Command.provide(storesForCommand))
  ])
)

/** Does what the arguments of this process ask for. */
export const commands = Command.run(parley, { version }).pipe(Effect.provide([NodeServices.layer, commandLogging]))
