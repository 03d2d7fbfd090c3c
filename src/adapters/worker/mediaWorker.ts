import { Effect, Layer } from "effect"
import { claimMedia, fetchMedia, removeMedia } from "../../app/fetchMedia.ts"
import type { Media } from "../../domain/message/Media.ts"
import { MediaLibrary } from "../../ports/stores/MediaLibrary.ts"
import { runDueWork } from "./runDueWork.ts"

/** Most files on their way at the same time. */
export const maxInFlight = 8

const process = (media: Media) =>
  media.status === "discarded"
    ? Effect.catchCause(removeMedia(media), (cause) => Effect.logError("media removal failed", cause))
    : Effect.catchCause(fetchMedia(media), (cause) => Effect.logError("media download failed", cause))

/** Downloads due media, and removes discarded media. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(MediaLibrary, ({ wakeSignal }) =>
    runDueWork({ name: "media", maxInFlight, claimOne: claimMedia(1), process, wakeSignal })
  )
)
