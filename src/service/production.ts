import { Effect, Layer, Option } from "effect"
import { secretsOf } from "../adapters/settings/Secrets.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { reachableUrl, service } from "./service.ts"
import { stores } from "./stores.ts"

/** Meta answers calls for accounts that were connected by Instagram Login on a host of their own (platforms P12). */
const metaGraph = /^https:\/\/graph\.facebook\.com(?:\/|$)/
const metaInstagramUrl = "https://graph.instagram.com"

/** The platform for Instagram Login: the one that is given, else Meta's own beside Meta's, else the same. */
export const instagramUrlOf = (graphUrl: string, given: Option.Option<string>): string =>
  Option.getOrElse(given, () => (metaGraph.test(graphUrl) ? metaInstagramUrl : graphUrl))

/** Receivers of events still reach the files, since they know the service's address; people who read an event do not. */
const withoutPublicUrl =
  "PUBLIC_URL is not set, so events and messages name files by paths. Set it to the address of the service from outside, such as https://parley.example.com"

/** The service against the real platform: every required setting must be given. */
export const production = Effect.fnUntraced(function* (settings: Settings, graphUrl: string) {
  const secrets = yield* secretsOf(settings)
  const instagramGraphUrl = instagramUrlOf(graphUrl, settings.instagramGraphUrl)
  if (Option.isNone(settings.publicUrl)) yield* Effect.logWarning(withoutPublicUrl)
  const server = service(settings, { graphUrl, instagramGraphUrl }, Effect.succeed([]))
  const announced = Layer.effectDiscard(
    Effect.flatMap(reachableUrl, (appUrl) => Effect.logInfo("effect-parley is running", { appUrl }))
  )
  return announced.pipe(Layer.provide(server), Layer.provide(stores(settings, secrets)))
})
