import { Array, Console, DateTime, Effect, type FileSystem, Layer, Option, Path, Redacted } from "effect"
import { trustedCertificate } from "../adapters/cli/trustedCertificate.ts"
import * as DemoFile from "../adapters/demo/DemoFile.ts"
import { ConsoleDemo } from "../adapters/http/console/routes.ts"
import { EmulatorDoor } from "../adapters/http/console/EmulatorDoor.ts"
import { demoOrganization } from "../adapters/demo/demoOrganization.ts"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import { greeting } from "../adapters/demo/DemoFile.ts"
import * as ReadyWhenAnnounced from "../adapters/demo/ReadyWhenAnnounced.ts"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import { HttpMiddleware } from "effect/http"
import * as Emulator from "../../emulator/Emulator.ts"
import type { WindowMode } from "../../emulator/EmulatorSeed.ts"
import { windowMode } from "../../emulator/person/Windows.ts"
import { checkExposure, demoExposed } from "../../emulator/exposure.ts"
import { withoutAddressSecrets } from "../domain/text/withoutAddressSecrets.ts"
import { secretsOf } from "../adapters/settings/Secrets.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { reachableUrl } from "./listener.ts"
import { service } from "./service.ts"
import { stores } from "./stores.ts"

/** People who have written to the demo's Page and Instagram account, so that they can be answered. */
const messengerPerson = { personId: "4711", name: "Grace Hopper" }
const instagramPerson = { personId: "4712", name: "ada.demo" }

const emulatorOf = Effect.fnUntraced(function* (
  { dataDir, emulatorPort, host }: Settings,
  demo: DemoFile.DemoOrganization,
  accessToken: string,
  windows: WindowMode
) {
  const wroteAt = yield* DateTime.now
  return Emulator.layer({
    host,
    port: emulatorPort,
    folder: (yield* Path.Path).join(dataDir, "emulator"),
    seed: {
      phoneNumbers: [{ ...demo.whatsapp, id: demo.whatsapp.phoneNumberId, accessToken }],
      templates: { [demo.whatsapp.wabaId]: defaultTemplates },
      pages: [{ id: demo.messenger.pageId, name: "Demo Page", accessToken }],
      instagramAccounts: [{ id: demo.instagram.accountId, username: "demo", accessToken }],
      conversations: {
        [demo.messenger.pageId]: [{ ...messengerPerson, wroteAt, unreadCount: 1 }],
        [demo.instagram.accountId]: [{ ...instagramPerson, wroteAt }]
      },
      windows
    }
  })
})

/** The server's database, without its password; null for the embedded one. */
const databaseOf = ({ databaseUrl }: Settings): string | null =>
  Option.match(databaseUrl, { onNone: () => null, onSome: (url) => withoutAddressSecrets(Redacted.value(url)) })

/** Logs that the demo stores its organization in a server's database, and names that database. */
const noteServer = (settings: Settings) => {
  const database = databaseOf(settings)
  return database === null
    ? Effect.void
    : Effect.logInfo("demo mode stores its organization and messages in the database of DATABASE_URL", { database })
}

/** Demo mode: an emulator as the platform, an organization to try, and generated secrets. */
export const demo = Effect.fnUntraced(function* (configured: Settings) {
  const { dataDir } = configured
  yield* checkExposure("Demo mode", configured.host, yield* demoExposed)
  yield* noteServer(configured)
  const windows = yield* windowMode
  const generated = yield* GeneratedSecrets.load(dataDir)
  const settings: Settings = GeneratedSecrets.complete(configured, generated)
  const secrets = yield* secretsOf(settings)
  const nodeServices = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const ca = Effect.provideContext(trustedCertificate(dataDir), nodeServices)
  const before = yield* DemoFile.read(dataDir)
  const token = Redacted.make(generated.EMULATOR_TOKEN)
  // The emulator signs with the secret that the service checks, also when the environment has one.
  const appSecret = Option.match(Option.flatMap(settings.metaAppSecrets, Array.head), {
    onNone: () => generated.META_APP_SECRET,
    onSome: Redacted.value
  })

  const readiness = yield* ReadyWhenAnnounced.make
  const running = Layer.unwrap(
    Effect.gen(function* () {
      const { isNew, organization } = yield* demoOrganization(before, token)
      const emulator = yield* emulatorOf(settings, organization, generated.EMULATOR_TOKEN, windows)
      const announce = Effect.gen(function* () {
        const appUrl = yield* reachableUrl
        const { url: emulatorUrl } = yield* Emulator.Emulator
        const file = DemoFile.describe(organization, {
          appUrl,
          emulatorUrl,
          publicAppKey: Option.getOrElse(settings.publicAppKey, () => generated.PUBLIC_APP_KEY),
          serviceRoleKey: Option.match(settings.serviceRoleKey, {
            onNone: () => generated.SERVICE_ROLE_KEY,
            onSome: Redacted.value
          })
        })
        const { setCallback } = yield* Emulator.Emulator
        yield* setCallback(Option.some({ url: `${appUrl}/webhooks/meta`, appSecret }))
        yield* DemoFile.write(dataDir, file)
        yield* readiness.announce
        yield* isNew
          ? Console.log(greeting(file, dataDir, databaseOf(settings)))
          : Effect.logInfo("demo organization reused", { dataDir })
      })
      const server = Layer.unwrap(
        Effect.map(Emulator.Emulator, ({ url }) => {
          const { email, orgId, password } = organization
          const offer = Layer.succeed(ConsoleDemo, { emulatorUrl: url, owner: { email, password } })
          const door = Layer.succeed(EmulatorDoor, { emulatorUrl: url, organizationId: orgId })
          const started = service(settings, { graphUrl: url, instagramGraphUrl: url }, ca, announce)
          return Layer.provide(started, [readiness.layer, offer, door])
        })
      )
      const untraced = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)
      return Layer.provide(server, Layer.provide(emulator, untraced))
    })
  )
  return running.pipe(Layer.provide(stores(settings, secrets)))
})
