import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { CliConfig, Command } from "effect/cli"
import { operatorCommands } from "../adapters/cli/operator/operatorCommands.ts"
import { builtIns } from "../adapters/cli/output/presenter.ts"
import { Json } from "../adapters/cli/output/answer.ts"
import * as Presenter from "../adapters/cli/output/presenter.ts"
import type { ExtraCa } from "../adapters/outbound/WebhookAgent.ts"
import { version } from "../adapters/outbound/userAgent.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { CurrentAuthor, operatorAuthor } from "../ports/access/AuditLog.ts"
import { inService } from "./doctor/doctor.ts"

const parley = Command.make("parley").pipe(Command.withSubcommands(operatorCommands), Command.withGlobalFlags([Json]))

/** Runs the command of another process with the stores and platforms of the service. */
export const run = (args: ReadonlyArray<string>, settings: Settings, graphUrl: string, ca: ExtraCa) =>
  Command.runWith(parley, { version })(args).pipe(
    Effect.provide(inService(settings, graphUrl, ca)),
    Effect.provideService(CurrentAuthor, operatorAuthor),
    Effect.provide([NodeServices.layer, CliConfig.layer({ builtIns }), Presenter.layer()])
  )
