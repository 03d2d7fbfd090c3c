import { Effect, Layer } from "effect"
import { claimMedia, fetchMedia, removeMedia } from "../../app/fetchMedia.ts"
import type { Media } from "../../domain/message/Media.ts"
import { MediaLibrary } from "../../ports/stores/MediaLibrary.ts"
import { attendDue } from "./attendDue.ts"

/** Most files on their way at the same time. */
export const maxInFlight = 8

const attend = (media: Media) =>
  media.status === "discarded"
    ? Effect.catchCause(removeMedia(media), (cause) => Effect.logError("media removal died", cause))
    : Effect.catchCause(fetchMedia(media), (cause) => Effect.logError("media fetch died", cause))

/** Downloads due media, and removes discarded media. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(MediaLibrary, ({ arrival }) =>
    attendDue({ name: "media", maxInFlight, claimOne: claimMedia(1), attend, arrival })
  )
)
