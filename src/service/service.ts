import * as CommandServer from "../adapters/cli/socket/CommandServer.ts"
import * as SubjectUserId from "../adapters/identity/subjectUserId.ts"
import * as AdminServer from "../adapters/http/admin/adminServer.ts"
import type * as WebhookAgent from "../adapters/outbound/WebhookAgent.ts"
import * as Workers from "../adapters/worker/workers.ts"
import * as Identity from "./identity.ts"
import { Deferred, Effect, Layer, Option } from "effect"
import type { ExtraCa } from "../adapters/outbound/WebhookAgent.ts"
import { explainFailure } from "../adapters/settings/explainFailure.ts"
import { commandLogging } from "../adapters/settings/logging.ts"
import { type Settings, isIdentityProvider } from "../adapters/settings/Settings.ts"
import { listener, routes } from "./listener.ts"
import { type PlatformUrls, ports } from "./ports.ts"

/** Loaded with the first command: a service needs the parser of commands for nothing else. */
const loadCommands = Effect.promise(() => import("./commandsInService.ts"))

/**
 * The embedded database serves one process, so the service that has it runs the commands of others. A server's database
 * serves every process: commands need no service.
 */
const commandSocket = (settings: Settings, graphUrl: string, ca: ExtraCa) =>
  Option.isSome(settings.databaseUrl)
    ? Layer.empty
    : CommandServer.layer({
        dataDir: settings.dataDir,
        run: (args) => Effect.flatMap(loadCommands, ({ run }) => run(args, settings, graphUrl, ca)),
        logging: commandLogging,
        explain: explainFailure
      }).pipe(Layer.provide(SubjectUserId.layer(isIdentityProvider(settings))))

/** Background work of a process in its roles. It still requires ports. */
export const backgroundWork = ({ roles }: Pick<Settings, "roles">) =>
  Layer.mergeAll(
    roles.includes("worker") ? Workers.layer : Layer.empty,
    roles.includes("inbound") ? Workers.inboundWorker : Layer.empty,
    Workers.supervisor(roles.includes("worker"))
  )

/** Metrics and health on the admin port, if one is set. */
const admin = ({ adminHost, adminPort, host }: Settings) =>
  Option.match(adminPort, {
    onNone: () => Layer.empty,
    onSome: (port) => AdminServer.layer({ host: Option.getOrElse(adminHost, () => host), port })
  })

/**
 * The HTTP server, the background work of a process that listens, and on the embedded database the socket for commands.
 * They still require the stores. `announce` runs once requests are answered, and the background work begins after it:
 * its first statements take the embedded database a tenth of a second, in which it answers no request.
 */
export const service = <E, R>(
  settings: Settings,
  urls: PlatformUrls,
  ca: WebhookAgent.ExtraCa,
  announce: Effect.Effect<void, E, R>
) => {
  const listening = Deferred.makeUnsafe<string>()
  const announced = Deferred.makeUnsafe<void>()
  const http = listener(settings, (appUrl) => {
    Deferred.doneUnsafe(listening, Effect.succeed(appUrl))
    return Layer.provide(routes(settings, appUrl), Identity.sessionTokens(settings, appUrl))
  })
  const announcement = Layer.effectDiscard(Effect.andThen(announce, Deferred.succeed(announced, undefined)))
  return Layer.mergeAll(
    Layer.provideMerge(announcement, http),
    Layer.provide(backgroundWork(settings), Layer.effectDiscard(Deferred.await(announced))),
    admin(settings),
    commandSocket(settings, urls.graphUrl, ca)
  ).pipe(Layer.provide(ports(settings, urls, ca, Deferred.await(listening))))
}

/** The background work of a process that opens no port but the one for operators. It still requires the stores. */
export const withoutListener = (settings: Settings, urls: PlatformUrls) =>
  Layer.provide(
    Layer.merge(backgroundWork(settings), admin(settings)),
    ports(settings, urls, Effect.succeed([]), Effect.succeed(""))
  )
