import { Console, Effect, type FileSystem, Layer, Option, type Path, Redacted } from "effect"
import * as ListenCertificate from "../adapters/cli/ListenCertificate.ts"
import * as DemoFile from "../adapters/demo/DemoFile.ts"
import { demoOrganization } from "../adapters/demo/demoOrganization.ts"
import * as GeneratedSecrets from "../adapters/demo/GeneratedSecrets.ts"
import { greeting } from "../adapters/demo/DemoFile.ts"
import * as ReadyWhenAnnounced from "../adapters/demo/ReadyWhenAnnounced.ts"
import { defaultTemplates } from "../emulator/defaultTemplates.ts"
import * as Emulator from "../emulator/Emulator.ts"
import { checkExposure, demoExposed } from "../emulator/exposure.ts"
import { secretsOf } from "../adapters/settings/Secrets.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { reachableUrl, service } from "./service.ts"
import { stores } from "./stores.ts"

const emulatorOf = ({ emulatorPort, host }: Settings, demo: DemoFile.DemoOrganization, accessToken: string) =>
  Emulator.layer({
    host,
    port: emulatorPort,
    seed: {
      phoneNumbers: [{ ...demo.whatsapp, id: demo.whatsapp.phoneNumberId, accessToken }],
      templates: { [demo.whatsapp.wabaId]: defaultTemplates },
      pages: [{ id: demo.messenger.pageId, name: "Demo Page", accessToken }],
      instagramAccounts: [{ id: demo.instagram.accountId, username: "demo", accessToken }]
    }
  })

/** Demo mode: an emulator as the platform, an organization to try, and generated secrets. */
export const demo = Effect.fnUntraced(function* (given: Settings) {
  const { dataDir } = given
  yield* checkExposure("Demo mode", given.host, yield* demoExposed)
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
        Effect.map(Emulator.Emulator, ({ url }) =>
          Layer.provide(service(settings, { graphUrl: url, instagramGraphUrl: url }, ca), readiness.layer)
        )
      )
      const announced = Layer.effectDiscard(
        Effect.gen(function* () {
          const appUrl = yield* reachableUrl
          const { url: emulatorUrl } = yield* Emulator.Emulator
          const file = DemoFile.describe(organization, {
            appUrl,
            emulatorUrl,
            publicAppKey: Option.getOrElse(settings.publicAppKey, () => generated.PUBLIC_APP_KEY),
            serviceRoleKey: Redacted.value(secrets.serviceRoleKey)
          })
          const { setCallback } = yield* Emulator.Emulator
          yield* setCallback(Option.some({ url: `${appUrl}/webhooks/meta`, appSecret: generated.META_APP_SECRET }))
          yield* DemoFile.write(dataDir, file)
          yield* readiness.announce
          yield* isNew ? Console.log(greeting(file, dataDir)) : Effect.logInfo("demo organization reused", { dataDir })
        })
      )
      return announced.pipe(Layer.provide(server), Layer.provide(emulator))
    })
  )
  return running.pipe(Layer.provide(stores(settings, secrets)))
})
