import * as ProcessRateLimits from "../adapters/limits/ProcessRateLimits.ts"
import * as SharedRateLimits from "../adapters/limits/SharedRateLimits.ts"
import * as ProcessSendPace from "../adapters/limits/ProcessSendPace.ts"
import * as FolderMediaStore from "../adapters/media/FolderMediaStore.ts"
import * as S3MediaStore from "../adapters/media/S3MediaStore.ts"
import * as CloudWhatsApp from "../adapters/meta/client/CloudWhatsApp.ts"
import * as GraphAccountCheck from "../adapters/meta/client/GraphAccountCheck.ts"
import * as GraphDirectMessages from "../adapters/meta/client/GraphDirectMessages.ts"
import * as GraphMedia from "../adapters/meta/client/GraphMedia.ts"
import * as GraphSignup from "../adapters/meta/client/GraphSignup.ts"
import * as GraphProfiles from "../adapters/meta/client/GraphProfiles.ts"
import * as GraphSenderActions from "../adapters/meta/client/GraphSenderActions.ts"
import * as GraphTemplateCatalogue from "../adapters/meta/client/GraphTemplateCatalogue.ts"
import * as GraphUploads from "../adapters/meta/client/GraphUploads.ts"
import * as PageTagSync from "../adapters/meta/client/PageTagSync.ts"
import * as TokenHealth from "../adapters/meta/client/TokenHealth.ts"
import * as MetaInboundReader from "../adapters/meta/inbound/MetaInboundReader.ts"
import * as FileAgent from "../adapters/outbound/FileAgent.ts"
import * as GraphAgent from "../adapters/outbound/GraphAgent.ts"
import * as WebhookAgent from "../adapters/outbound/WebhookAgent.ts"
import * as LibPhoneNumbers from "../adapters/phone/LibPhoneNumbers.ts"
import * as HttpWebhookSender from "../adapters/outbound/HttpWebhookSender.ts"
import { Array, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { countedRefusals } from "../adapters/limits/countedRefusals.ts"
import { readRateCard } from "../adapters/settings/readRateCard.ts"
import { type Settings, isIdentityProvider } from "../adapters/settings/Settings.ts"
import * as SubjectUserId from "../adapters/identity/subjectUserId.ts"
import { TrustedProxies } from "../adapters/http/server/clientOf.ts"
import { AllowedOrigins } from "../adapters/http/server/cors.ts"
import { DocumentsShown } from "../adapters/http/server/documents.ts"
import { fileAddresses } from "../domain/media/Media.ts"
import { IdentityProvider } from "../ports/access/IdentityProvider.ts"
import { CurrentSignupApp, SignupPlatform } from "../ports/access/ChannelSignups.ts"
import { AccountCheck } from "../ports/access/ChannelAccounts.ts"
import { DirectMessages, WhatsApp } from "../ports/sends/WhatsApp.ts"
import { SenderActions } from "../ports/sends/SenderActions.ts"
import { InboundReader, Profiles } from "../ports/inbound/InboundQueue.ts"
import { MediaSource, MediaStore, MediaUpload } from "../ports/media/MediaStore.ts"
import { PhoneNumbers, TagSync } from "../ports/contacts/ContactStore.ts"
import { TemplateCatalogue } from "../ports/templates/TemplateCatalogue.ts"
import { WebhookSender } from "../ports/webhooks/WebhookStore.ts"
import { EventRetention } from "../ports/webhooks/EventLog.ts"
import { PublicAddress } from "../ports/media/MediaLibrary.ts"
import { OperatorRates, RateLimits, SendPace } from "../ports/limits/RateLimits.ts"
import { RecipientChecks } from "../ports/sends/SendLedger.ts"
import { reasonOf } from "./stores.ts"

/** Loads the Redis client on demand, because loading takes 100 ms. */
const redisLedger = Effect.promise(() => import("../adapters/redis/RedisRateLedger.ts"))

/**
 * The rate tiers. Processes that share a server share them, in Redis if it is named, else in Postgres. The embedded
 * database has one process, which counts exactly.
 */
const rateLimits = ({ databaseUrl, rates, redisUrl }: Settings) => {
  if (Option.isSome(redisUrl)) {
    const { value } = redisUrl
    const ledger = Layer.unwrap(Effect.map(redisLedger, ({ layer }) => layer(value)))
    return countedRefusals(Layer.provide(SharedRateLimits.layer(rates), ledger))
  }
  return Option.isSome(databaseUrl)
    ? countedRefusals(SharedRateLimits.layer(rates))
    : countedRefusals(ProcessRateLimits.layer(rates))
}

/** Base URLs of the platforms. */
export interface PlatformUrls {
  readonly graphUrl: string
  /** Instagram Login has a separate host. */
  readonly instagramGraphUrl: string
}

/** Meta's Graph API, which has a separate host for accounts connected by Instagram Login (platforms P12). */
const metaGraph = /^https:\/\/graph\.facebook\.com(?:\/|$)/
const metaInstagramUrl = "https://graph.instagram.com"

/** URLs of the platform at this address, with its host for Instagram Login. */
export const platformUrls = ({ instagramGraphUrl }: Settings, graphUrl: string): PlatformUrls => ({
  graphUrl,
  instagramGraphUrl: Option.getOrElse(instagramGraphUrl, () => (metaGraph.test(graphUrl) ? metaInstagramUrl : graphUrl))
})

/** The adapter that the context already has for a port, else the usual one, which is not built otherwise. */
export const unlessGiven = <I, S, E, R>(port: Context.Key<I, S>, usual: Layer.Layer<I, E, R>): Layer.Layer<I, E, R> =>
  Layer.unwrap(
    Effect.map(Effect.serviceOption(port), Option.match({ onNone: () => usual, onSome: Layer.succeed(port) }))
  )

/** The folder for the files of messages cannot be made or written to. */
export class MediaFolderUnusable extends Schema.TaggedError<MediaFolderUnusable>()("MediaFolderUnusable", {
  folder: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The folder ${this.folder} for files of messages cannot be used (${this.reason}). Correct MEDIA_DIR or DATA_DIR, or let this user write to the folder`
  }
}

/** The store for the files of messages: the configured bucket, else a folder. */
export const mediaStore = ({ dataDir, mediaBucket, mediaDir }: Settings) =>
  Option.match(mediaBucket, {
    onSome: S3MediaStore.layer,
    onNone: () => {
      const folder = Option.getOrElse(mediaDir, () => `${dataDir}/media`)
      return Layer.effectContext(
        Effect.mapError(
          Layer.build(FolderMediaStore.layer(folder)),
          (failure) => new MediaFolderUnusable({ folder, reason: reasonOf(failure) })
        )
      )
    }
  })

/** Opens the store at its first use, so that commands without files need neither folder nor bucket. */
export const mediaStoreOnDemand = (settings: Settings) =>
  Layer.effect(
    MediaStore,
    Effect.gen(function* () {
      const build = Layer.build(mediaStore(settings)).pipe(
        Effect.map((services) => Context.get(services, MediaStore)),
        Effect.orDie
      )
      const services = yield* Effect.context<Effect.Services<typeof build>>()
      const opened = yield* Effect.cached(Effect.provideContext(build, services))
      return MediaStore.of({
        put: (...input) => Effect.flatMap(opened, (store) => store.put(...input)),
        get: (...input) => Effect.flatMap(opened, (store) => store.get(...input)),
        remove: (...input) => Effect.flatMap(opened, (store) => store.remove(...input))
      })
    })
  )

/** The app of embedded signups, with the first secret. Empty credentials are never used: without an app signups are off. */
const signupCredentials = ({ metaAppId, metaAppSecrets }: Settings) => ({
  appId: Option.getOrElse(metaAppId, () => ""),
  appSecret: Option.getOrElse(Option.flatMap(metaAppSecrets, Array.head), () => Redacted.make(""))
})

/** The app of embedded signups; null unless the settings have an id, a configuration and a secret. */
const signupAppOf = ({ graphVersion, metaAppId, metaAppSecrets, metaSignupConfigId }: Settings) =>
  Option.isSome(metaAppId) && Option.isSome(metaSignupConfigId) && Option.isSome(metaAppSecrets)
    ? {
        appId: metaAppId.value,
        configurationId: metaSignupConfigId.value,
        dialogUrl: `https://www.facebook.com/${graphVersion}/dialog/oauth`
      }
    : null

/** The usual adapter of each port to a platform. They still require the stores, and the guard over foreign addresses. */
export const platformAdapters = (urls: PlatformUrls, settings: Settings) => {
  const { graphVersion: version } = settings
  const graph = { ...urls, version }
  const agents = Layer.provide([GraphAgent.layer, FileAgent.layer, TokenHealth.layer])
  return {
    whatsApp: agents(CloudWhatsApp.layer(graph)),
    directMessages: agents(GraphDirectMessages.layer(graph)),
    accountCheck: agents(GraphAccountCheck.layer(graph)),
    mediaSource: agents(GraphMedia.layer(graph)),
    mediaUpload: agents(GraphUploads.layer(graph)),
    senderActions: agents(GraphSenderActions.layer(graph)),
    signupPlatform: agents(GraphSignup.layer(graph, signupCredentials(settings))),
    profiles: agents(GraphProfiles.layer(graph)),
    templateCatalogue: agents(GraphTemplateCatalogue.layer(graph)),
    tagSync: agents(PageTagSync.layer(graph))
  }
}

/** The platforms, with the requirements of their adapters. */
const platforms = (urls: PlatformUrls, settings: Settings) => {
  const usual = platformAdapters(urls, settings)
  return Layer.mergeAll(
    unlessGiven(WhatsApp, usual.whatsApp),
    unlessGiven(DirectMessages, usual.directMessages),
    unlessGiven(AccountCheck, usual.accountCheck),
    unlessGiven(MediaSource, usual.mediaSource),
    unlessGiven(MediaUpload, usual.mediaUpload),
    unlessGiven(SenderActions, usual.senderActions),
    unlessGiven(Profiles, usual.profiles),
    unlessGiven(SignupPlatform, usual.signupPlatform),
    unlessGiven(TemplateCatalogue, usual.templateCatalogue),
    unlessGiven(TagSync, usual.tagSync)
  )
}

/**
 * The address from outside. Demo mode is called where it listens. Elsewhere only the operator knows the address, and
 * without it addresses are paths.
 */
const publicAddress = ({ graphUrl, publicUrl }: Settings, listening: Effect.Effect<string>) => {
  const known = Effect.succeed(Option.getOrElse(publicUrl, () => ""))
  const isDemo = Option.isNone(graphUrl)
  return PublicAddress.of({ files: Effect.map(Option.isNone(publicUrl) && isDemo ? listening : known, fileAddresses) })
}

/** The pace of this process. */
const sendPace = ({ paces }: Settings) =>
  Layer.unwrap(
    Effect.map(SendPace, (pace) => (pace === null ? ProcessSendPace.layer(paces) : Layer.succeed(SendPace, pace)))
  )

/**
 * Platforms, receivers and policies, as sends and checks of commands need them too. They still require the stores.
 * `listening` is the address of the service, known once it listens.
 */
export const outside = (
  settings: Settings,
  urls: PlatformUrls,
  ca: WebhookAgent.ExtraCa,
  listening: Effect.Effect<string>
) =>
  Layer.mergeAll(
    platforms(urls, settings),
    unlessGiven(WebhookSender, HttpWebhookSender.layer),
    unlessGiven(PhoneNumbers, LibPhoneNumbers.layer),
    unlessGiven(PublicAddress, Layer.succeed(PublicAddress, publicAddress(settings, listening))),
    sendPace(settings),
    Layer.succeed(RecipientChecks, settings.recipientChecks)
  ).pipe(Layer.provide(WebhookAgent.layer({ allowed: settings.webhookAllowedCidrs, ca })))

/** The rates of the file, else those of the context. */
const operatorRates = ({ rateCard }: Settings) =>
  Layer.effect(OperatorRates, Option.match(rateCard, { onNone: () => OperatorRates, onSome: readRateCard }))

/** Ports of the routes and the background work, except the stores. A port of the context takes precedence. */
export const ports = (...[settings, ...rest]: Parameters<typeof outside>) =>
  Layer.mergeAll(
    outside(settings, ...rest),
    unlessGiven(MediaStore, mediaStore(settings)),
    unlessGiven(InboundReader, MetaInboundReader.layer),
    unlessGiven(RateLimits, rateLimits(settings)),
    operatorRates(settings),
    unlessGiven(IdentityProvider, SubjectUserId.layer(isIdentityProvider(settings))),
    Layer.succeed(CurrentSignupApp, signupAppOf(settings)),
    Layer.succeed(EventRetention, settings.eventRetention),
    Layer.succeed(AllowedOrigins, settings.corsOrigins),
    Layer.succeed(DocumentsShown, settings.docs === "on"),
    Layer.succeed(TrustedProxies, settings.trustedProxies)
  )
