import { DateTime, Effect, FiberSet } from "effect"
import type { DeliveryShard } from "../../../domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue, DeliveryTiming } from "../../../ports/webhooks/DeliveryQueue.ts"
import { type Pulse, WorkerHealth } from "../../../ports/process/WorkerHealth.ts"
import { consumeShard } from "./consumeShard.ts"
import { deliverer } from "./deliverer.ts"
import type { Dispatcher } from "./Dispatcher.ts"
import { ShardState } from "./ShardState.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** The pause before a shard is reopened. */
const recovery = "1 second"

/** Opens the shard and consumes it until it must be reopened. */
const openAndConsume = Effect.fnUntraced(function* (state: ShardState, pulse: Pulse | null) {
  pulse?.run()
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const tracker = state.opened(yield* queue.open(state.shard, now), now.epochMilliseconds)
  yield* consumeShard(state, tracker, pulse)
})

/** Reopens the shard whenever its loop ends. Calls in flight continue. */
const consumeForever = (state: ShardState, pulse: Pulse | null) =>
  openAndConsume(state, pulse).pipe(
    Effect.catchCause((cause) =>
      logFailure({ level: "Error", text: "deliveries of a shard failed" }, cause, { shard: state.shard })
    ),
    Effect.andThen(
      Effect.sync(() => {
        pulse?.rest()
        state.invalidate()
        state.clear()
      })
    ),
    Effect.andThen(Effect.sleep(recovery)),
    Effect.andThen(Effect.sync(() => state.on("reopened"))),
    Effect.forever
  )

/** Stops new calls, waits for those in flight, and saves the checkpoint for the next owner. */
const release = Effect.fnUntraced(function* (state: ShardState, calls: FiberSet.FiberSet) {
  const queue = yield* DeliveryQueue
  state.on("released")
  state.clear()
  yield* FiberSet.awaitEmpty(calls)
  if (state.tracker !== null) yield* queue.saveCheckpoint(state.shard, state.tracker.checkpoint)
})

/**
 * Delivers the events of a shard until it is interrupted. At the end no more calls are started, and those in flight
 * finish.
 */
export const runShard = Effect.fnUntraced(function* (dispatcher: Dispatcher, shard: DeliveryShard) {
  const health = yield* WorkerHealth
  const pulse = health === null ? null : yield* health.watch(`shard ${shard}`, true)
  pulse?.run()
  const calls = yield* FiberSet.make()
  const run = yield* FiberSet.runtime(calls)()
  const deliver = yield* deliverer
  const { shutdownPatience } = yield* DeliveryTiming
  const state: ShardState = new ShardState(shard, dispatcher, (one) => {
    const { delivery, tenant } = one
    const delivered = deliver({
      delivery,
      webhook: tenant.webhook,
      answered: (outcome) => state.answered(one, outcome)
    })
    // Interruption skips everything but this.
    run(
      Effect.onExitPrimitive(delivered, (exit) => {
        if (exit._tag === "Success" && exit.value !== null) state.completed(one, exit.value)
        else state.lost(one)
        return undefined
      })
    )
  })
  // Runs after the loop below has ended, and before the set interrupts its fibers.
  yield* Effect.addFinalizer(() =>
    release(state, calls).pipe(
      Effect.timeoutOption(shutdownPatience),
      Effect.catchCause((cause) =>
        logFailure({ level: "Error", text: "a shard was released without a checkpoint" }, cause, { shard })
      )
    )
  )
  yield* (yield* DeliveryQueue).listen(shard, () => state.signal())
  return yield* consumeForever(state, pulse)
}, Effect.scoped)
