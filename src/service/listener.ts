import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Effect, Layer, Option, Redacted } from "effect"
import { Headers, HttpMiddleware, HttpRouter, HttpServer, UrlParams } from "effect/http"
import { consoleFolder } from "../adapters/http/console/ConsoleFiles.ts"
import * as EmulatorDoor from "../adapters/http/console/EmulatorDoor.ts"
import * as Console from "../adapters/http/console/routes.ts"
import type { FastRoute } from "../adapters/http/fastpath/fastPath.ts"
import { fastRoutes } from "../adapters/http/fastpath/fastRoutes.ts"
import * as MetaWebhook from "../adapters/http/inbound/metaWebhook.ts"
import { AdminKeys } from "../adapters/http/administration/middleware.ts"
import * as Routes from "../adapters/http/routes.ts"
import { routerConfig, usualLimits } from "../adapters/http/server/listener.ts"
import { pathOf } from "../adapters/http/server/requestPath.ts"
import * as ServiceServer from "../adapters/http/server/serviceServer.ts"
import { type Settings, isIdentityProvider } from "../adapters/settings/Settings.ts"
import { EventStreams } from "../app/webhooks/streams/EventStreams.ts"
import * as Identity from "./identity.ts"
import { requestPatience } from "./shutdown.ts"

/** Accept backlog of the kernel. With a smaller one, callers of a burst must retry after a second. */
const backlog = 4_096

/** Headers whose values no span shows: the usual ones, and the key of the administration interface. */
const secretHeaders = Effect.map(Headers.CurrentRedactedNames, (names) => [...names, "x-admin-key"])

/** No span shows a value of a query, which may be a token or the name in a search, or the key of a header. */
export const withoutQueryValues = Layer.merge(
  Layer.succeed(UrlParams.CurrentRedactedNames, [/^/]),
  Layer.effect(Headers.CurrentRedactedNames, secretHeaders)
)

/** Orchestrators poll these paths, so no traces of them are made. */
const untraced: ReadonlySet<string> = new Set(["/health", "/ready"])

const withoutHealthTraces = Layer.succeed(HttpMiddleware.TracerDisabledWhen, (request) => untraced.has(pathOf(request)))

/** Unsigned webhooks are rejected. */
const metaAppOf = ({ metaAppSecrets, metaVerifyToken }: Settings): MetaWebhook.MetaApp => ({
  secrets: Option.getOrElse(metaAppSecrets, () => []),
  verifyToken: Option.getOrElse(metaVerifyToken, () => Redacted.make(""))
})

/**
 * Streams never end by themselves, so they end before the server waits for running requests: built after the server,
 * this is the first to be released.
 */
const streamsStop = Layer.effectDiscard(
  Effect.flatMap(
    Effect.serviceOption(EventStreams),
    Option.match({ onNone: () => Effect.void, onSome: ({ close }) => Effect.addFinalizer(() => close) })
  )
)

/** The console for browsers, which signs in at the named provider, or at the one of the service. */
const consoleRoutes = (settings: Settings) =>
  settings.console === "off"
    ? Layer.empty
    : Console.layer({
        folder: consoleFolder,
        identityUrl: Option.getOrElse(settings.consoleAuthUrl, () =>
          isIdentityProvider(settings) ? "/auth/v1" : null
        ),
        publicKey: Option.getOrNull(settings.publicAppKey)
      }).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

const adminKeysOf = ({ adminApiKeys }: Settings) => Option.getOrElse(adminApiKeys, () => [])

const apiRoutes = (settings: Settings, appUrl: string) =>
  Layer.mergeAll(
    Layer.provide(Routes.layer, Layer.succeed(AdminKeys, adminKeysOf(settings))),
    Identity.routes(settings, appUrl),
    consoleRoutes(settings),
    EmulatorDoor.layer
  )

/** Routes of a process in its roles, at this address. They still require ports. */
export const routes = (settings: Settings, appUrl: string) =>
  Layer.merge(
    settings.roles.includes("api") ? apiRoutes(settings, appUrl) : Routes.healthOnly,
    settings.roles.includes("inbound") ? MetaWebhook.layer(metaAppOf(settings)) : Layer.empty
  )

const joined = <A, B>(
  some: ReadonlyArray<FastRoute<A>>,
  others: ReadonlyArray<FastRoute<B>>
): ReadonlyArray<FastRoute<A | B>> => [...some, ...others]

/** The routes of the process's roles that the fast path answers. */
const fastRoutesOf = (settings: Settings) =>
  Effect.map(fastRoutes, (api) =>
    joined(
      settings.roles.includes("api") ? api : [],
      settings.roles.includes("inbound") ? [MetaWebhook.fastRoute(metaAppOf(settings))] : []
    )
  )

/** The URL of the server for clients on this machine. */
export const reachableUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  HttpServer.formatAddress(address).replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:")
)

/** The HTTP server of a process, whose routes may depend on the address at which it listens. */
export const listener = <A, E, R>(settings: Settings, routes: (appUrl: string) => Layer.Layer<A, E, R>) => {
  const server = ServiceServer.layer(
    { host: settings.host, port: settings.port, backlog, gracefulShutdownTimeout: requestPatience },
    fastRoutesOf(settings)
  )
  const limits = Layer.succeed(ServiceServer.Limits, {
    ...usualLimits,
    connectionsPerClient: settings.maxConnectionsPerAddress
  })
  return Layer.unwrap(
    Effect.map(reachableUrl, (appUrl) =>
      Layer.provideMerge(streamsStop, HttpRouter.serve(routes(appUrl), { disableLogger: true, routerConfig }))
    )
  ).pipe(Layer.provideMerge(server), Layer.provide([withoutQueryValues, withoutHealthTraces, limits]))
}
