import { Effect, Layer } from "effect"
import { processDeliveries, retryParked, retryProblems } from "../../app/inbound/processInbound.ts"
import { InboundQueue } from "../../ports/stores/InboundQueue.ts"

/**
 * Most deliveries, parked reports or problems in one pass. A pass is a dozen sequential statements, whatever its size,
 * and each of them competes with the requests.
 */
const batch = 1_000

/** Problems that one pass takes on: each comes with the whole body of its delivery, which may have 3 MiB. */
const problemBatch = 20

/** How often the worker polls without a wake signal: retries fall due, and other processes store deliveries. */
export const pollInterval = "1 second"

/**
 * Processes inbound reports for as long as the layer lives. A pass that dies is logged, and its deliveries are claimed
 * again when their lease expires. At shutdown the running pass finishes.
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
