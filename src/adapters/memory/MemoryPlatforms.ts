import { Effect, Layer, Redacted } from "effect"
import { SignupPlatform } from "../../ports/access/ChannelSignups.ts"
import { MediaGone } from "../../domain/media/Media.ts"
import { MediaSource } from "../../ports/media/MediaStore.ts"
import * as MemoryAccountCheck from "./access/MemoryAccountCheck.ts"
import * as MemoryDirectMessages from "./sends/MemoryDirectMessages.ts"
import * as MemoryMediaStore from "./media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "./media/MemoryMediaUpload.ts"
import * as MemoryProfiles from "./inbound/MemoryProfiles.ts"
import * as MemorySenderActions from "./sends/MemorySenderActions.ts"
import * as MemoryTagSync from "./contacts/MemoryTagSync.ts"
import * as MemoryTemplateCatalogue from "./templates/MemoryTemplateCatalogue.ts"
import * as MemoryWebhookSender from "./webhooks/MemoryWebhookSender.ts"
import * as MemoryWhatsApp from "./sends/MemoryWhatsApp.ts"

/** Platform files: none exist in memory. */
const withoutFiles = Layer.succeed(
  MediaSource,
  MediaSource.of({ fetch: () => Effect.fail(new MediaGone({ detail: "there are no files in memory" })) })
)

/** Accepts every code of a signup, and grants one number. */
export const signupPlatform = Layer.succeed(
  SignupPlatform,
  SignupPlatform.of({
    exchange: (code) => Effect.succeed(Redacted.make(`token of ${code}`)),
    businessAccounts: () => Effect.succeed(["102290129340398"]),
    numbers: () =>
      Effect.succeed([{ id: "106540352242922", displayPhoneNumber: "+1 555-000-1111", isRegistered: false }]),
    subscribe: () => Effect.void,
    register: () => Effect.void
  })
)

/**
 * Every platform, file store and webhook receiver in memory, with the handles that tests read. Nothing leaves the
 * process.
 */
export const layer = Layer.mergeAll(
  MemoryAccountCheck.layer,
  MemoryDirectMessages.layer,
  MemoryMediaStore.layer,
  MemoryMediaUpload.layer,
  MemoryProfiles.layer,
  MemorySenderActions.layer,
  MemoryTagSync.layer,
  MemoryTemplateCatalogue.layer,
  MemoryWebhookSender.layer,
  MemoryWhatsApp.layer,
  signupPlatform,
  withoutFiles
)
