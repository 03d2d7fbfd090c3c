import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Effect, Layer, Option } from "effect"
import * as ScryptPasswords from "../../adapters/identity/ScryptPasswords.ts"
import * as ProcessSendPace from "../../adapters/limits/ProcessSendPace.ts"
import * as HttpWebhookSender from "../../adapters/outbound/HttpWebhookSender.ts"
import * as WebhookAgent from "../../adapters/outbound/WebhookAgent.ts"
import { checkSecrets } from "../../adapters/settings/Secrets.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import type { WebhookSender } from "../../ports/webhooks/WebhookStore.ts"
import * as Identity from "../identity.ts"
import { mediaStore as storeOf, platformAdapters, platformUrls } from "../ports.ts"
import { type OptionsRefused, readOptions, refusedOptions } from "./readOptions.ts"
import type { ServiceOptions } from "./ServiceOptions.ts"

/** Options of the adapters that call a platform. */
export type PlatformOptions = Pick<ServiceOptions, "graphUrl" | "instagramGraphUrl" | "graphVersion">

/** Options of `mediaStore`. */
export type MediaStoreOptions = Pick<
  ServiceOptions,
  | "dataDir"
  | "mediaDir"
  | "mediaS3Bucket"
  | "mediaS3Endpoint"
  | "mediaS3Region"
  | "mediaS3AccessKeyId"
  | "mediaS3SecretAccessKey"
  | "mediaS3Addressing"
>

/** Options of `sessionTokens`. */
export type SessionTokenOptions = Pick<
  ServiceOptions,
  | "publicUrl"
  | "authJwtSecret"
  | "authJwksUrl"
  | "authIssuer"
  | "authAudience"
  | "authEmailVerification"
  | "serviceRoleKey"
  | "devIdentity"
>

/** Options of `sendPace`. */
export type SendPaceOptions = Pick<ServiceOptions, "pacePairBurst" | "paceNumberPerSecond" | "pacePagePerSecond">

const agents = (allowed: Settings["webhookAllowedCidrs"]) => WebhookAgent.layer({ allowed, ca: Effect.succeed([]) })

type PlatformAdapters = ReturnType<typeof platformAdapters>

/** An adapter that calls a platform. */
const onPlatform =
  <A, E, R>(choose: (adapters: PlatformAdapters) => Layer.Layer<A, E, R>) =>
  (options: PlatformOptions = {}) =>
    Layer.unwrap(
      Effect.map(readOptions(options), (settings) => {
        const urls = platformUrls(
          settings,
          Option.getOrElse(settings.graphUrl, () => "")
        )
        return Layer.provide(choose(platformAdapters(urls, settings)), agents(settings.webhookAllowedCidrs))
      })
    )

/** `WhatsApp` over the Cloud API. Fails with `OptionsRefused`. */
export const whatsApp = onPlatform((adapters) => adapters.whatsApp)

/** `DirectMessages`: Messenger and Instagram over the Graph API. Fails with `OptionsRefused`. */
export const directMessages = onPlatform((adapters) => adapters.directMessages)

/** `AccountCheck`: whether the platform accepts the token of an account. Fails with `OptionsRefused`. */
export const accountCheck = onPlatform((adapters) => adapters.accountCheck)

/** `MediaSource`: downloads files that contacts sent. Fails with `OptionsRefused`. */
export const mediaSource = onPlatform((adapters) => adapters.mediaSource)

/** `MediaUpload`: uploads files of sends. Fails with `OptionsRefused`. */
export const mediaUpload = onPlatform((adapters) => adapters.mediaUpload)

/** `SenderActions`: read receipts and typing indicators. Fails with `OptionsRefused`. */
export const senderActions = onPlatform((adapters) => adapters.senderActions)

/** `Profiles`: names of people on Messenger and Instagram. Fails with `OptionsRefused`. */
export const profiles = onPlatform((adapters) => adapters.profiles)

/** `TemplateCatalogue`: approved templates, cached. Fails with `OptionsRefused`. */
export const templateCatalogue = onPlatform((adapters) => adapters.templateCatalogue)

/** `TagSync`: tags of contacts as labels of a Page. Fails with `OptionsRefused`. */
export const tagSync = onPlatform((adapters) => adapters.tagSync)

/** `MediaStore`: the bucket if `mediaS3Bucket` names one, else the folder. Fails with `OptionsRefused`. */
export const mediaStore = (options: MediaStoreOptions = {}) =>
  Layer.unwrap(Effect.map(readOptions(options), storeOf)).pipe(Layer.provide([NodeFileSystem.layer, NodePath.layer]))

/** `SessionTokens`: verifies tokens by a key set or a secret, which is required. Fails with `OptionsRefused`. */
export const sessionTokens = (options: SessionTokenOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* readOptions(options)
      yield* Effect.mapError(checkSecrets(settings, ["api"]), refusedOptions)
      return Identity.sessionTokens(
        settings,
        Option.getOrElse(settings.publicUrl, () => "")
      )
    })
  )

/** `SendPace`: the pace of this process. Fails with `OptionsRefused`. */
export const sendPace = (options: SendPaceOptions = {}) =>
  Layer.unwrap(Effect.map(readOptions(options), ({ paces }) => ProcessSendPace.layer(paces)))

/** `Passwords`: hashes with scrypt. */
export const passwords = ScryptPasswords.layer

/** `WebhookSender`, with signatures, deadlines and the check of addresses. Fails with `OptionsRefused`. */
export const webhookSender = (
  options: Pick<ServiceOptions, "webhookAllowedCidrs"> = {}
): Layer.Layer<WebhookSender, OptionsRefused> =>
  Layer.unwrap(
    Effect.map(readOptions(options), ({ webhookAllowedCidrs }) =>
      HttpWebhookSender.layer.pipe(Layer.provide(agents(webhookAllowedCidrs)))
    )
  )
