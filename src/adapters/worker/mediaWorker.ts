import { Effect, FiberSet, Layer, Semaphore } from "effect"
import { claimMedia, fetchMedia } from "../../app/fetchMedia.ts"
import { removeMedia } from "../../app/removeMedia.ts"
import type { Media } from "../../domain/Media.ts"
import { MediaLibrary } from "../../ports/MediaLibrary.ts"

/** Most files on their way at the same time. */
export const maxInFlight = 8

/** How often it is looked for files although none came in: retries fall due, and other processes add some. */
export const pollInterval = "1 second"

/** How long running fetches may still take when the service stops; after that their leases bring them back. */
const shutdownPatience = "8 seconds"

const attend = (media: Media) =>
  media.status === "discarded"
    ? Effect.catchCause(removeMedia(media), (cause) => Effect.logError("media removal died", cause))
    : Effect.catchCause(fetchMedia(media), (cause) => Effect.logError("media fetch died", cause))

/**
 * Fetches what is due, and removes what is discarded, for as long as the layer lives, never more at once than there are
 * slots. What dies is logged, and its file is tried again when its lease ends. At the end nothing more is claimed, and
 * what is running finishes.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const library = yield* MediaLibrary
    const slots = yield* Semaphore.make(maxInFlight)
    const running = yield* FiberSet.make()
    // Comes before the set ends its fibers, and after the loop below has ended.
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

    const pass = Effect.gen(function* () {
      yield* slots.take(1)
      // One at a time: what is claimed and waits for a slot would lose its lease behind large files.
      const [media] = yield* claimMedia(1).pipe(Effect.onError(() => slots.release(1)))
      if (media === undefined) {
        yield* slots.release(1)
        return yield* Effect.raceFirst(library.arrival, Effect.sleep(pollInterval))
      }
      yield* FiberSet.run(running, Effect.ensuring(attend(media), slots.release(1)))
    })

    yield* pass.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("media pass failed", cause), Effect.sleep(pollInterval))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
