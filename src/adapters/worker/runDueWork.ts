import { Effect, FiberSet, Semaphore } from "effect"
import { WorkerHealth } from "../../ports/process/WorkerHealth.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

/** How often due work is polled without a wake signal: retries fall due, and other processes add work. */
export const pollInterval = "1 second"

/** How long running work may take at shutdown. Unfinished work is retried when its lease expires. */
const shutdownPatience = "8 seconds"

/** Due work, and how to process an item of it. */
export interface DueWork<Item, R, R2> {
  /** The name of the work in the log. */
  readonly name: string
  /** Most items in flight. */
  readonly maxInFlight: number
  /** Claims one item at a time: a claimed item that waits for a slot would lose its lease behind slow ones. */
  readonly claimOne: Effect.Effect<ReadonlyArray<Item>, never, R>
  readonly process: (item: Item) => Effect.Effect<void, never, R2>
  /** Waits until this process has added work. */
  readonly wakeSignal: Effect.Effect<void>
}

/**
 * Runs due work for as long as the scope lives, with at most `maxInFlight` items at once. A defect is logged, and the
 * item is retried when its lease expires. At shutdown claiming stops, and running items finish.
 */
export const runDueWork = Effect.fnUntraced(function* <Item, R, R2>(work: DueWork<Item, R, R2>) {
  const { wakeSignal, process, claimOne, maxInFlight, name } = work
  const slots = yield* Semaphore.make(maxInFlight)
  const running = yield* FiberSet.make()
  // Runs after the loop below has ended, and before the set interrupts its fibers.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

  const health = yield* WorkerHealth
  const pulse = health === null ? null : yield* health.watch(name)
  const pass = Effect.gen(function* () {
    pulse?.rest()
    yield* slots.take(1)
    pulse?.run()
    const [item] = yield* claimOne.pipe(Effect.onError(() => slots.release(1)))
    if (item === undefined) {
      yield* slots.release(1)
      pulse?.rest()
      return yield* Effect.raceFirst(wakeSignal, Effect.sleep(pollInterval))
    }
    yield* FiberSet.run(running, Effect.ensuring(process(item), slots.release(1)))
  })

  const logged = makeFailureLog(name)
  yield* logged(pass, Effect.sleep(pollInterval)).pipe(Effect.forever, Effect.forkScoped)
})
