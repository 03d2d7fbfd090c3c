import { Effect } from "effect"
import type { Media } from "../domain/Media.ts"
import { MediaLibrary } from "../ports/MediaLibrary.ts"
import { MediaStore } from "../ports/MediaStore.ts"

/** Removes a discarded file: its bytes first, so that after a crash in between it is claimed again. */
export const removeMedia = Effect.fn("removeMedia")(function* ({ id, organizationId }: Media) {
  yield* (yield* MediaStore).remove(organizationId, id)
  yield* (yield* MediaLibrary).forget(organizationId, id)
})
