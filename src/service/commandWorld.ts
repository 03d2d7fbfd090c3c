import { Effect, type FileSystem, Layer, Option, type Path } from "effect"
import { trustedCertificate } from "../adapters/cli/trustedCertificate.ts"
import * as DemoFile from "../adapters/demo/DemoFile.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { CurrentAuthor, operatorAuthor } from "../ports/access/AuditLog.ts"
import { type PlatformUrls, mediaStoreOnDemand, outside, platformUrls } from "./ports.ts"
import { settingsForCommand, storesForCommand } from "./stores.ts"

/** Placeholder address while the demo has not been started and its emulator has no address. */
const nowhere = "http://127.0.0.1:9"

/** Platform URLs for a command: in demo mode, the emulator of the most recently started service. */
export const urlsOf = Effect.fnUntraced(function* (settings: Settings) {
  if (Option.isSome(settings.graphUrl)) return platformUrls(settings, settings.graphUrl.value)
  const demo = yield* DemoFile.read(settings.dataDir)
  const emulatorUrl = Option.match(demo, { onNone: () => nowhere, onSome: ({ emulatorUrl }) => emulatorUrl })
  const urls: PlatformUrls = { graphUrl: emulatorUrl, instagramGraphUrl: emulatorUrl }
  return urls
})

/** Certificates that receivers may show beside those of known authorities: in demo mode that of `parley listen`. */
export const trustedBy = Effect.fnUntraced(function* ({ dataDir, graphUrl }: Settings) {
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const none: ReadonlyArray<string> = []
  return Effect.provideContext(Option.isSome(graphUrl) ? Effect.succeed(none) : trustedCertificate(dataDir), services)
})

/** Stores and platforms for a command that ends when it is done. */
export const commandWorld = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* settingsForCommand
    const urls = yield* urlsOf(settings)
    const ca = yield* trustedBy(settings)
    const listening = Effect.succeed(Option.getOrElse(settings.publicUrl, () => ""))
    return Layer.merge(outside(settings, urls, ca, listening), mediaStoreOnDemand(settings)).pipe(
      Layer.provideMerge(storesForCommand(settings)),
      Layer.merge(Layer.succeed(CurrentAuthor, operatorAuthor))
    )
  })
)
