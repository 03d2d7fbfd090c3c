import { Effect, Layer, Option } from "effect"
import { hasRoutes } from "../adapters/settings/Role.ts"
import { secretsOf } from "../adapters/settings/Secrets.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import { reachableUrl } from "./listener.ts"
import { platformUrls } from "./ports.ts"
import { service, withoutListener } from "./service.ts"
import { stores } from "./stores.ts"

/** Receivers that know the service's address can still fetch the files; readers of an event cannot. */
const withoutPublicUrl =
  "PUBLIC_URL is not set, so events and messages name files by paths. Set it to the address of the service from outside, such as https://parley.example.com"

const isRunning = "effect-parley is running"

/** The service against the real platform: every setting that its roles require must be given. */
export const production = Effect.fnUntraced(function* (settings: Settings, graphUrl: string) {
  const secrets = yield* secretsOf(settings)
  const { roles } = settings
  const urls = platformUrls(settings, graphUrl)
  if (Option.isNone(settings.publicUrl)) yield* Effect.logWarning(withoutPublicUrl)
  const announce = Effect.flatMap(reachableUrl, (appUrl) => Effect.logInfo(isRunning, { appUrl, roles }))
  const running = hasRoutes(roles)
    ? service(settings, urls, Effect.succeed([]), announce)
    : Layer.merge(Layer.effectDiscard(Effect.logInfo(isRunning, { roles })), withoutListener(settings, urls))
  return Layer.provide(running, stores(settings, secrets))
})
