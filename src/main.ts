import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, FileSystem, Layer, Option, type Path, Redacted, Runtime } from "effect"
import { Command } from "effect/cli"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as ListenCertificate from "./adapters/cli/ListenCertificate.ts"
import { listenCommand } from "./adapters/cli/listenCommand.ts"
import { channelCommand, keyCommand, organizationCommand } from "./adapters/cli/operatorCommands.ts"
import * as DemoFile from "./adapters/demo/DemoFile.ts"
import { demoOrganization } from "./adapters/demo/demoOrganization.ts"
import * as GeneratedSecrets from "./adapters/demo/GeneratedSecrets.ts"
import * as ReadyWhenAnnounced from "./adapters/demo/ReadyWhenAnnounced.ts"
import { greeting } from "./adapters/demo/greeting.ts"
import { emulatorCommand } from "./adapters/emulator/emulatorCommand.ts"
import { defaultTemplates } from "./adapters/emulator/defaultTemplates.ts"
import * as Emulator from "./adapters/emulator/Emulator.ts"
import * as Routes from "./adapters/http/routes.ts"
import * as RandomIds from "./adapters/identity/RandomIds.ts"
import * as ScryptPasswords from "./adapters/identity/ScryptPasswords.ts"
import * as CloudWhatsApp from "./adapters/meta/CloudWhatsApp.ts"
import * as GraphAgent from "./adapters/network/GraphAgent.ts"
import { version } from "./adapters/network/userAgent.ts"
import * as WebhookAgent from "./adapters/network/WebhookAgent.ts"
import * as LibPhoneNumbers from "./adapters/phone/LibPhoneNumbers.ts"
import * as Database from "./adapters/postgres/Database.ts"
import * as EmbeddedPostgres from "./adapters/postgres/EmbeddedPostgres.ts"
import * as PgStores from "./adapters/postgres/PgStores.ts"
import * as Sealer from "./adapters/postgres/Sealer.ts"
import { explainFailure } from "./adapters/settings/explainFailure.ts"
import { logging } from "./adapters/settings/logging.ts"
import { type Secrets, secretsOf } from "./adapters/settings/Secrets.ts"
import { type Settings, settings } from "./adapters/settings/Settings.ts"
import * as HttpWebhookSender from "./adapters/webhook/HttpWebhookSender.ts"
import * as DeliveryWorker from "./adapters/worker/deliveryWorker.ts"
import * as ExpiryWorker from "./adapters/worker/expiryWorker.ts"

/** How long running requests may still take once the service is told to stop. */
const shutdownPatience = "8 seconds"

/** After this, in milliseconds, the process ends whatever still runs: leases and expiry bring it back. */
const shutdownDeadline = 10_000

/** The data folder is nobody else's business. */
const dataDirMode = 0o700

/** Every store, on a server when one is named, else on the embedded database of the data folder. */
const stores = ({ databaseUrl, dataDir }: Settings, secrets: Secrets) => {
  const database = Option.match(databaseUrl, {
    onSome: Database.server,
    onNone: () => Layer.unwrap(Effect.map(EmbeddedPostgres.open(dataDir), ({ stream }) => Database.embedded(stream)))
  })
  return Layer.mergeAll(PgStores.layer, ScryptPasswords.layer).pipe(
    Layer.provide([database, Sealer.layer(secrets.secretsKeys)]),
    Layer.provideMerge(RandomIds.layer)
  )
}

/** The HTTP server and the workers; what they still want are the stores. */
const service = (settings: Settings, graphUrl: string, ca: WebhookAgent.ExtraCa) => {
  const outside = Layer.mergeAll(
    CloudWhatsApp.layer({ graphUrl, version: settings.graphVersion }).pipe(Layer.provide(GraphAgent.layer)),
    HttpWebhookSender.layer.pipe(Layer.provide(WebhookAgent.layer({ allowed: settings.webhookAllowedCidrs, ca }))),
    LibPhoneNumbers.layer
  )
  const listener = NodeHttpServer.layer(createServer, {
    host: settings.host,
    port: settings.port,
    gracefulShutdownTimeout: shutdownPatience
  })
  const http = HttpRouter.serve(Routes.layer, { disableLogger: true }).pipe(Layer.provideMerge(listener))
  return Layer.merge(http, Layer.merge(DeliveryWorker.layer, ExpiryWorker.layer)).pipe(Layer.provide(outside))
}

const emulatorOf = ({ emulatorPort, host }: Settings, demo: DemoFile.DemoOrganization, accessToken: string) =>
  Emulator.layer({
    host,
    port: emulatorPort,
    seed: {
      phoneNumbers: [{ ...demo.whatsapp, id: demo.whatsapp.phoneNumberId, accessToken }],
      templates: { [demo.whatsapp.wabaId]: defaultTemplates }
    }
  })

/** Where a client on this machine reaches the server. */
const reachableUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  HttpServer.formatAddress(address).replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:")
)

/** Demo mode: an emulator for a platform, an organization to try it with, and secrets that nobody had to choose. */
const demo = Effect.fnUntraced(function* (given: Settings) {
  const { dataDir } = given
  const generated = yield* GeneratedSecrets.load(dataDir)
  const settings = GeneratedSecrets.complete(given, generated)
  const secrets = yield* secretsOf(settings)
  const nodeServices = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const ca = Effect.provideContext(ListenCertificate.trusted(dataDir), nodeServices)
  const before = yield* DemoFile.read(dataDir)
  const token = Redacted.make(generated.EMULATOR_TOKEN)

  const readiness = yield* ReadyWhenAnnounced.make
  const running = Layer.unwrap(
    Effect.gen(function* () {
      const { isNew, organization } = yield* demoOrganization(before, token)
      const emulator = emulatorOf(settings, organization, generated.EMULATOR_TOKEN)
      const server = Layer.unwrap(
        Effect.map(Emulator.Emulator, ({ url }) => Layer.provide(service(settings, url, ca), readiness.layer))
      )
      const announced = Layer.effectDiscard(
        Effect.gen(function* () {
          const appUrl = yield* reachableUrl
          const { url: emulatorUrl } = yield* Emulator.Emulator
          const file = DemoFile.describe(organization, {
            appUrl,
            emulatorUrl,
            publicAppKey: generated.PUBLIC_APP_KEY,
            serviceRoleKey: Redacted.value(secrets.serviceRoleKey)
          })
          yield* DemoFile.write(dataDir, file)
          yield* readiness.announce
          yield* isNew
            ? Console.log(greeting(file, dataDir))
            : Effect.logInfo("demo organization as before", { dataDir })
        })
      )
      return announced.pipe(Layer.provide(server), Layer.provide(emulator))
    })
  )
  return running.pipe(Layer.provide(stores(settings, secrets)))
})

/** The service against the real platform: everything it needs has to be said. */
const production = Effect.fnUntraced(function* (settings: Settings, graphUrl: string) {
  const secrets = yield* secretsOf(settings)
  const server = service(settings, graphUrl, Effect.succeed([]))
  const announced = Layer.effectDiscard(
    Effect.flatMap(reachableUrl, (appUrl) => Effect.logInfo("effect-parley is running", { appUrl }))
  )
  return announced.pipe(Layer.provide(server), Layer.provide(stores(settings, secrets)))
})

/** The settings, checked, and the data folder, there. */
const prepared = Effect.gen(function* () {
  const read = yield* settings
  yield* (yield* FileSystem.FileSystem).makeDirectory(read.dataDir, { recursive: true, mode: dataDirMode })
  return read
})

const serve = Effect.gen(function* () {
  const read = yield* prepared
  const program = Option.match(read.graphUrl, { onNone: () => demo(read), onSome: (url) => production(read, url) })
  yield* Layer.launch(Layer.provide(Layer.unwrap(program), logging(read, process.stdout.isTTY)))
})

/** The stores for a command that ends when it is done; in demo mode with the demo's secrets. */
const storesForCommand = Layer.unwrap(
  Effect.gen(function* () {
    const read = yield* prepared
    const settings = Option.isSome(read.graphUrl)
      ? read
      : GeneratedSecrets.complete(read, yield* GeneratedSecrets.load(read.dataDir))
    return stores(settings, yield* secretsOf(settings))
  })
)

const parley = Command.make("parley", {}, () => serve).pipe(
  Command.withDescription("WhatsApp, Messenger and Instagram over HTTP. Without a command: runs the service"),
  Command.withSubcommands([
    Command.make("serve", {}, () => serve).pipe(Command.withDescription("Runs the service")),
    emulatorCommand,
    listenCommand,
    organizationCommand.pipe(Command.provide(storesForCommand)),
    keyCommand.pipe(Command.provide(storesForCommand)),
    channelCommand.pipe(Command.provide(storesForCommand))
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
