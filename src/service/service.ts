import { Deferred, Effect, Layer, Option, Redacted } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer, UrlParams } from "effect/http"
import * as AdminServer from "../adapters/http/admin/adminServer.ts"
import { TrustedProxies } from "../adapters/http/server/clientOf.ts"
import { AllowedOrigins } from "../adapters/http/server/cors.ts"
import { directRoutes } from "../adapters/http/fastpath/directRoutes.ts"
import { directRoutesOf } from "../adapters/http/fastpath/DirectRoute.ts"
import * as DirectServer from "../adapters/http/fastpath/directServer.ts"
import { DocumentsShown } from "../adapters/http/server/documents.ts"
import * as MetaWebhook from "../adapters/http/platform/metaWebhook.ts"
import { routerConfig, usualLimits } from "../adapters/http/server/listener.ts"
import { pathOf } from "../adapters/http/shared/pathOf.ts"
import * as Routes from "../adapters/http/routes.ts"
import * as ProcessSendPace from "../adapters/limits/ProcessSendPace.ts"
import * as CloudWhatsApp from "../adapters/meta/client/CloudWhatsApp.ts"
import * as GraphDirectMessages from "../adapters/meta/client/GraphDirectMessages.ts"
import * as GraphMedia from "../adapters/meta/client/GraphMedia.ts"
import * as GraphProfiles from "../adapters/meta/client/GraphProfiles.ts"
import * as GraphTemplateCatalogue from "../adapters/meta/client/GraphTemplateCatalogue.ts"
import * as MetaInboundReader from "../adapters/meta/inbound/MetaInboundReader.ts"
import * as PageTagSync from "../adapters/meta/client/PageTagSync.ts"
import * as TokenHealth from "../adapters/meta/client/TokenHealth.ts"
import * as FileAgent from "../adapters/network/FileAgent.ts"
import * as GraphAgent from "../adapters/network/GraphAgent.ts"
import * as WebhookAgent from "../adapters/network/WebhookAgent.ts"
import * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
import type { Settings } from "../adapters/settings/Settings.ts"
import * as HttpWebhookSender from "../adapters/webhook/HttpWebhookSender.ts"
import * as Workers from "../adapters/worker/workers.ts"
import { fileAddresses } from "../domain/message/Media.ts"
import { EventRetention } from "../ports/policies/EventRetention.ts"
import { PublicAddress } from "../ports/policies/PublicAddress.ts"
import { RecipientChecks } from "../ports/policies/RecipientChecks.ts"
import * as Identity from "./identity.ts"
import { rateLimits } from "./rateLimits.ts"
import * as FolderMediaStore from "../adapters/media/FolderMediaStore.ts"
import * as S3MediaStore from "../adapters/media/S3MediaStore.ts"

/** The store for the files of messages: the configured bucket, else a folder. */
const mediaStore = ({ dataDir, mediaBucket, mediaDir }: Settings) =>
  Option.match(mediaBucket, {
    onSome: S3MediaStore.layer,
    onNone: () => FolderMediaStore.layer(Option.getOrElse(mediaDir, () => `${dataDir}/media`))
  })

/** How long running requests may still take once the service stops. */
const shutdownPatience = "8 seconds"

/** No span shows a value of a query: it may be a token, or the name in a search. */
const withoutQueryValues = Layer.succeed(UrlParams.CurrentRedactedNames, [/^/])

/** Orchestrators ask for these all the time. */
const untraced: ReadonlySet<string> = new Set(["/health", "/ready"])

const withoutHealthTraces = Layer.succeed(HttpMiddleware.TracerDisabledWhen, (request) => untraced.has(pathOf(request)))

/** Metrics and health on a port of their own, if there is one. */
const admin = ({ adminHost, adminPort, host }: Settings) =>
  Option.match(adminPort, {
    onNone: () => Layer.empty,
    onSome: (port) => AdminServer.layer({ host: Option.getOrElse(adminHost, () => host), port })
  })

/** Connections that the kernel accepts ahead. With a smaller backlog a burst of callers has to retry after a second. */
const backlog = 4_096

/** Where the platforms answer. */
export interface PlatformUrls {
  readonly graphUrl: string
  /** Instagram Login has a host of its own. */
  readonly instagramGraphUrl: string
}

/** The platforms. They still require the stores, and the guard over foreign addresses. */
const platforms = (urls: PlatformUrls, { graphVersion: version }: Settings) => {
  const graph = { ...urls, version }
  return Layer.mergeAll(
    CloudWhatsApp.layer(graph),
    GraphDirectMessages.layer(graph),
    GraphMedia.layer(graph),
    GraphProfiles.layer(graph),
    GraphTemplateCatalogue.layer(graph),
    PageTagSync.layer(graph)
  ).pipe(Layer.provide([GraphAgent.layer, FileAgent.layer, TokenHealth.layer]))
}

/** Unsigned webhooks are rejected. */
const metaAppOf = ({ metaAppSecrets, metaVerifyToken }: Settings): MetaWebhook.MetaApp => ({
  secrets: Option.getOrElse(metaAppSecrets, () => []),
  verifyToken: Option.getOrElse(metaVerifyToken, () => Redacted.make(""))
})

/**
 * The address from outside. Demo mode is called where it listens. Elsewhere only the operator knows the address, and
 * without it addresses are paths.
 */
const publicAddress = ({ graphUrl, publicUrl }: Settings, listening: Effect.Effect<string>) => {
  const known = Effect.succeed(Option.getOrElse(publicUrl, () => ""))
  const isDemo = Option.isNone(graphUrl)
  return PublicAddress.of({ files: Effect.map(Option.isNone(publicUrl) && isDemo ? listening : known, fileAddresses) })
}

/** The HTTP server and the workers. They still require the stores. */
export const service = (settings: Settings, urls: PlatformUrls, ca: WebhookAgent.ExtraCa) => {
  const listening = Deferred.makeUnsafe<string>()
  const outside = Layer.mergeAll(
    platforms(urls, settings),
    HttpWebhookSender.layer,
    mediaStore(settings),
    LibPhoneNumbers.layer,
    MetaInboundReader.layer,
    Layer.succeed(PublicAddress, publicAddress(settings, Deferred.await(listening))),
    Layer.succeed(EventRetention, settings.eventRetention),
    Layer.succeed(RecipientChecks, settings.recipientChecks),
    rateLimits(settings),
    ProcessSendPace.layer(settings.paces),
    Layer.succeed(AllowedOrigins, settings.corsOrigins),
    Layer.succeed(DocumentsShown, settings.docs === "on"),
    Layer.succeed(TrustedProxies, settings.trustedProxies),
    Layer.succeed(DirectServer.Limits, { ...usualLimits, connectionsPerClient: settings.maxConnectionsPerAddress })
  ).pipe(Layer.provide(WebhookAgent.layer({ allowed: settings.webhookAllowedCidrs, ca })))
  const metaApp = metaAppOf(settings)
  const listener = DirectServer.layer(
    { host: settings.host, port: settings.port, backlog, gracefulShutdownTimeout: shutdownPatience },
    Effect.map(directRoutes, (routes) => directRoutesOf(routes, [MetaWebhook.direct(metaApp)]))
  )
  const http = Layer.unwrap(
    Effect.map(
      Effect.tap(reachableUrl, (appUrl) => Deferred.succeed(listening, appUrl)),
      (appUrl) =>
        HttpRouter.serve(Layer.mergeAll(Routes.layer, Identity.routes(settings, appUrl), MetaWebhook.layer(metaApp)), {
          disableLogger: true,
          routerConfig
        }).pipe(Layer.provide(Identity.sessionTokens(settings, appUrl)))
    )
  ).pipe(Layer.provideMerge(listener), Layer.provide([withoutQueryValues, withoutHealthTraces]))
  return Layer.mergeAll(http, Workers.layer, admin(settings)).pipe(Layer.provide(outside))
}

/** Where a client on this machine reaches the server. */
export const reachableUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  HttpServer.formatAddress(address).replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//127.0.0.1:")
)
