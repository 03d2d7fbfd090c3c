import { Effect, FiberSet, Layer, Semaphore } from "effect"
import { claimDue, deliver } from "../../app/deliverDue.ts"
import { DeliveryQueue } from "../../ports/DeliveryQueue.ts"

/** Most calls to receivers at the same time. */
export const maxInFlight = 64

/** Most deliveries claimed at once. */
const batch = 32

/** How often the queue is looked at although nothing arrived: retries fall due, and other processes put things in. */
export const pollInterval = "1 second"

/** How long running calls may still take when the service stops; after that their leases bring them back. */
const shutdownPatience = "8 seconds"

/**
 * Delivers what is due for as long as the layer lives, never more at once than there are slots. What dies is logged, and
 * its delivery is tried again when its lease ends. At the end nothing more is claimed, and running calls finish.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* DeliveryQueue
    const slots = yield* Semaphore.make(maxInFlight)
    const running = yield* FiberSet.make()
    // Comes before the set ends its fibers, and after the loop below has ended.
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

    const pass = Effect.gen(function* () {
      // Waits for one free slot; how many more are free decides how much is claimed.
      yield* slots.withPermits(1)(Effect.void)
      const due = yield* claimDue(batch)
      for (const delivery of due) {
        yield* slots.take(1)
        yield* FiberSet.run(
          running,
          deliver(delivery).pipe(
            Effect.catchCause((cause) => Effect.logError("delivery died", cause)),
            Effect.ensuring(slots.release(1))
          )
        )
      }
      if (due.length < batch) yield* Effect.raceFirst(queue.arrival, Effect.sleep(pollInterval))
    })

    yield* pass.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("delivery pass failed", cause), Effect.sleep(pollInterval))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
