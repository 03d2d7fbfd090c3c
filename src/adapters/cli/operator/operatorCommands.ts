import { Effect } from "effect"
import { Command } from "effect/cli"
import { Readiness } from "../../../ports/process/WorkerHealth.ts"
import { answer } from "../output/answer.ts"
import { failed } from "./OperatorError.ts"
import { channelCommand } from "./channelCommand.ts"
import { contactCommand } from "./contactCommand.ts"
import { consumerCommand } from "./consumerCommand.ts"
import { deliveryCommand } from "./deliveryCommand.ts"
import { doctorCommand } from "./doctorCommand.ts"
import { endpointCommand } from "./endpointCommand.ts"
import { eventCommand } from "./eventCommand.ts"
import { importCommand } from "./importCommand.ts"
import { inboundCommand } from "./inboundCommand.ts"
import { keyCommand } from "./keyCommand.ts"
import { memberCommand } from "./memberCommand.ts"
import { messageCommand } from "./messageCommand.ts"
import { organizationCommand } from "./organizationCommand.ts"
import { secretsCommand } from "./secretsCommand.ts"
import { webhookCommand } from "./webhookCommand.ts"

/** `parley migrate`. The layer that opens the database migrates it; the command reports whether it is up to date. */
export const migrateCommand = Command.make("migrate", {}, () =>
  Effect.gen(function* () {
    const obstacle = yield* (yield* Readiness).obstacle
    if (obstacle !== null) return yield* failed(`The database is not up to date: ${obstacle}`)
    yield* answer({ upToDate: true })
  })
).pipe(
  Command.withShortDescription("Brings the database up to date, and ends"),
  Command.withDescription(
    "Brings the database up to date, and ends. Each start does the same; this is for deployments that migrate first. It needs DATABASE_URL or DATA_DIR only"
  )
)

/**
 * The commands of operators, which need stores and platforms. A running service runs them on behalf of other processes.
 */
export const operatorCommands = [
  organizationCommand,
  memberCommand,
  keyCommand,
  channelCommand,
  webhookCommand,
  endpointCommand,
  deliveryCommand,
  eventCommand,
  consumerCommand,
  contactCommand,
  messageCommand,
  importCommand,
  inboundCommand,
  secretsCommand,
  migrateCommand,
  doctorCommand
] as const
