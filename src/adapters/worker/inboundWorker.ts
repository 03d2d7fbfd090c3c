import { Effect, Layer } from "effect"
import { processDeliveries, retryParked, retryProblems } from "../../app/inbound/processInbound.ts"
import { InboundQueue } from "../../ports/stores/InboundQueue.ts"

/**
 * Most deliveries, or parked reports, or problems, that one pass takes on. A pass is a dozen statements one after the
 * other, whatever it takes on, and each waits for its turn beside all the requests there are.
 */
const batch = 1_000

/** Problems that one pass takes on: each comes with the whole body of its delivery, which may have 3 MiB. */
const problemBatch = 20

/** How often it is looked although nothing arrived: things fall due, and other processes take deliveries in. */
export const pollInterval = "1 second"

/**
 * Acts on what platforms report for as long as the layer lives. A pass that dies is logged, and its deliveries are
 * taken up again when their lease ends. At the end a pass is finished.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* InboundQueue
    const pass = Effect.gen(function* () {
      const processed = yield* Effect.uninterruptible(processDeliveries(batch))
      const parked = yield* Effect.uninterruptible(retryParked(batch))
      const problems = yield* Effect.uninterruptible(retryProblems(problemBatch))
      const isBusy = processed === batch || parked === batch || problems === problemBatch
      if (!isBusy) yield* Effect.raceFirst(queue.wakeSignal, Effect.sleep(pollInterval))
    })

    yield* pass.pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("inbound pass failed", cause), Effect.sleep(pollInterval))
      ),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
