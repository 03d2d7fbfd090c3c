import { Effect, Layer } from "effect"
import { MediaGone } from "../../../domain/message/Media.ts"
import { MediaSource } from "../../../ports/platforms/MediaSource.ts"
import * as MemoryAccountCheck from "./MemoryAccountCheck.ts"
import * as MemoryDirectMessages from "./MemoryDirectMessages.ts"
import * as MemoryMediaStore from "./MemoryMediaStore.ts"
import * as MemoryMediaUpload from "./MemoryMediaUpload.ts"
import * as MemoryProfiles from "./MemoryProfiles.ts"
import * as MemoryTagSync from "./MemoryTagSync.ts"
import * as MemoryTemplateCatalogue from "./MemoryTemplateCatalogue.ts"
import * as MemoryWebhookSender from "./MemoryWebhookSender.ts"
import * as MemoryWhatsApp from "./MemoryWhatsApp.ts"

/** Platform files: none exist in memory. */
const withoutFiles = Layer.succeed(
  MediaSource,
  MediaSource.of({ fetch: () => Effect.fail(new MediaGone({ detail: "there are no files in memory" })) })
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
  MemoryTagSync.layer,
  MemoryTemplateCatalogue.layer,
  MemoryWebhookSender.layer,
  MemoryWhatsApp.layer,
  withoutFiles
)
