import { Effect, Layer, Option } from "effect"
import * as CommandServer from "../adapters/cli/socket/CommandServer.ts"
import * as SubjectUserId from "../adapters/identity/subjectUserId.ts"
import type { ExtraCa } from "../adapters/outbound/WebhookAgent.ts"
import { explainFailure } from "../adapters/settings/explainFailure.ts"
import { commandLogging } from "../adapters/settings/logging.ts"
import { isIdentityProvider, type Settings } from "../adapters/settings/Settings.ts"

/** Loaded with the first command: a service needs the parser of commands for nothing else. */
const loadCommands = Effect.promise(() => import("./commandsInService.ts"))

/**
 * The embedded database serves one process, so the service that has it runs the commands of others. A server's database
 * serves every process: commands need no service.
 */
export const commandSocket = (settings: Settings, graphUrl: string, ca: ExtraCa) =>
  Option.isSome(settings.databaseUrl)
    ? Layer.empty
    : CommandServer.layer({
        dataDir: settings.dataDir,
        run: (args) => Effect.flatMap(loadCommands, ({ run }) => run(args, settings, graphUrl, ca)),
        logging: commandLogging,
        explain: explainFailure
      }).pipe(Layer.provide(SubjectUserId.layer(isIdentityProvider(settings))))
