import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Presenter from "../adapters/cli/output/presenter.ts"
import * as TerminalSecretInput from "../adapters/cli/SecretInput.ts"
import * as DataDirLock from "../adapters/postgres/embedded/DataDirLock.ts"
import * as RandomIds from "../adapters/identity/RandomIds.ts"
import { Effect, Layer, Option, Stdio } from "effect"
import { CliConfig, Command } from "effect/cli"
import { listenCommand } from "../adapters/cli/listenCommand.ts"
import { channelCommand } from "../adapters/cli/operator/channelCommand.ts"
import { contactCommand } from "../adapters/cli/operator/contactCommand.ts"
import { consumerCommand } from "../adapters/cli/operator/consumerCommand.ts"
import { deliveryCommand } from "../adapters/cli/operator/deliveryCommand.ts"
import { doctorCommand } from "../adapters/cli/operator/doctorCommand.ts"
import { endpointCommand } from "../adapters/cli/operator/endpointCommand.ts"
import { eventCommand } from "../adapters/cli/operator/eventCommand.ts"
import { convertCommand, importMessagesCommand } from "../adapters/cli/operator/importCommand.ts"
import { inboundCommand } from "../adapters/cli/operator/inboundCommand.ts"
import { keyCommand } from "../adapters/cli/operator/keyCommand.ts"
import { memberCommand } from "../adapters/cli/operator/memberCommand.ts"
import { messageCommand } from "../adapters/cli/operator/messageCommand.ts"
import { migrateCommand } from "../adapters/cli/operator/operatorCommands.ts"
import { organizationCommand } from "../adapters/cli/operator/organizationCommand.ts"
import { secretsCommand } from "../adapters/cli/operator/secretsCommand.ts"
import { webhookCommand } from "../adapters/cli/operator/webhookCommand.ts"
import { Json } from "../adapters/cli/output/answer.ts"
import { builtIns } from "../adapters/cli/output/presenter.ts"
import { forward } from "../adapters/cli/socket/askService.ts"
import { triggerCommand } from "../adapters/cli/trigger/triggerCommand.ts"
import { version } from "../adapters/outbound/userAgent.ts"
import { commandLogging } from "../adapters/settings/logging.ts"
import { emulatorCommand } from "../../emulator/emulatorCommand.ts"
import { commandWorld } from "./commandWorld.ts"
import { here as doctorHere } from "./doctor/doctor.ts"
import { serve, serveDemo } from "./serve.ts"
import { serveHelp } from "./serveHelp.ts"
import { database, prepared } from "./stores.ts"
import { SqlClient } from "effect/sql"
import { pending } from "../adapters/postgres/migrations/migrations.ts"
import { Readiness } from "../ports/process/WorkerHealth.ts"

const readiness = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const waiting = Effect.orDie(Effect.provideService(pending, SqlClient.SqlClient, sql))
    return Readiness.of({
      obstacle: Effect.map(waiting, (names) => (names.length === 0 ? null : `migrations pending: ${names.join(", ")}`)),
      missingKeys: Effect.succeed([])
    })
  })
)

/** The database, brought up to date by being opened: without platforms and secrets, which a deployment may not have yet. */
export const migrated = Layer.unwrap(
  Effect.map(prepared, (settings) =>
    readiness.pipe(Layer.provide([database(settings)]), Layer.provide(RandomIds.layer))
  )
)

/** On the embedded database a running service runs the command; the database serves no other process meanwhile. */
const forwarded = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* prepared
  if (Option.isSome(databaseUrl)) return
  yield* forward(dataDir, yield* (yield* Stdio.Stdio).args, DataDirLock.isHeld(dataDir))
})

/** A command of operators: run by the service of the data folder, else here with stores and platforms of its own. */
const operators = <const Name extends string, Input, Context, E, R>(
  command: Command.Command<Name, Input, Context, E, R>
) => command.pipe(Command.provide(commandWorld), Command.provideEffectDiscard(forwarded))

/** `parley import`: an import needs stores, a conversion none. */
const importCommands = Command.make("import").pipe(
  Command.withDescription("Messages from other services"),
  Command.withSubcommands([operators(importMessagesCommand), convertCommand])
)

const parley = Command.make("parley", {}, () => serve).pipe(
  Command.withDescription(
    "WhatsApp, Messenger and Instagram over HTTP. Without a command: runs the service, as `parley serve`"
  ),
  Command.withSubcommands([
    Command.make("serve", {}, () => serve).pipe(Command.withDescription("Runs the service")),
    Command.make("demo", {}, () => serveDemo).pipe(
      Command.withShortDescription("Runs the service in demo mode"),
      Command.withDescription(
        "Runs the service in demo mode: an emulator replaces the platform, an organization exists to try it with, and webhooks may lead to this machine"
      )
    ),
    emulatorCommand,
    listenCommand,
    triggerCommand,
    operators(organizationCommand),
    operators(memberCommand),
    operators(keyCommand),
    operators(channelCommand),
    operators(webhookCommand),
    operators(endpointCommand),
    operators(deliveryCommand),
    operators(eventCommand),
    operators(consumerCommand),
    operators(contactCommand),
    operators(messageCommand),
    importCommands,
    operators(inboundCommand),
    operators(secretsCommand),
    migrateCommand.pipe(Command.provide(migrated), Command.provideEffectDiscard(forwarded)),
    doctorCommand.pipe(
      Command.provide(doctorHere),
      Command.provideEffectDiscard(Effect.catchTag(forwarded, ["ConfigError", "DataDirUnusable"], () => Effect.void))
    )
  ]),
  Command.withGlobalFlags([Json])
)

/** Does what the arguments of this process ask for. */
export const commands = Command.run(parley, { version }).pipe(
  Effect.catchTag("DoneByService", () => Effect.void),
  Effect.provide([
    TerminalSecretInput.layer,
    CliConfig.layer({ builtIns }),
    Presenter.layer({ "parley serve": serveHelp, "parley demo": serveHelp })
  ]),
  Effect.provide([NodeServices.layer, commandLogging])
)
