import { Effect, FiberSet, Layer, Semaphore } from "effect"
import { claimLookups, lookUpProfile } from "../../app/lookUpProfile.ts"
import { ProfileLookups } from "../../ports/ProfileLookups.ts"

/** Most people who are asked for at the same time. */
export const maxInFlight = 4

/** How often it is looked for people although none came in: retries fall due, and other processes add some. */
export const pollInterval = "1 second"

/** How long running look-ups may still take when the service stops; after that their leases bring them back. */
const shutdownPatience = "8 seconds"

/**
 * Looks up who is due for as long as the layer lives, never more at once than there are slots. What dies is logged, and
 * tried again when its lease ends. At the end nothing more is claimed, and running look-ups finish.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const lookups = yield* ProfileLookups
    const slots = yield* Semaphore.make(maxInFlight)
    const running = yield* FiberSet.make()
    // Comes before the set ends its fibers, and after the loop below has ended.
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

    const pass = Effect.gen(function* () {
      yield* slots.take(1)
      // One at a time: what is claimed and waits for a slot would lose its lease behind a slow platform.
      const [lookup] = yield* claimLookups(1).pipe(Effect.onError(() => slots.release(1)))
      if (lookup === undefined) {
        yield* slots.release(1)
        return yield* Effect.raceFirst(lookups.arrival, Effect.sleep(pollInterval))
      }
      yield* FiberSet.run(
        running,
        lookUpProfile(lookup).pipe(
          Effect.catchCause((cause) => Effect.logError("profile look-up died", cause)),
          Effect.ensuring(slots.release(1))
        )
      )
    })

    yield* pass.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("profile pass failed", cause), Effect.sleep(pollInterval))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
