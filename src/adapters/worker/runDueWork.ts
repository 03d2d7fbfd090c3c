import { Clock, Context, type DateTime, Duration, Effect, FiberSet, Semaphore } from "effect"
import { idlePatience } from "../../ports/sends/PendingSends.ts"
import { WorkerHealth } from "../../ports/process/WorkerHealth.ts"
import { makeFailureLog } from "../../telemetry/failureLog.ts"

/** Interval of polling for due work without a wake signal: retries become due, and other processes add work. */
export const pollInterval = "1 second"

/** The interval of this process: longer only where wake signals announce due times and the work of other processes. */
export const PollInterval = Context.Reference<Duration.Input>("effect-parley/adapters/worker/PollInterval", {
  defaultValue: () => pollInterval
})

/** Pause after a failed pass. */
export const failurePause = "1 second"

/** Maximum time for running work at shutdown. Unfinished work is retried when its lease expires. */
const shutdownPatience = "8 seconds"

/** Due work, and the processing of an item. */
export interface DueWork<Item, R, R2> {
  /** The name of the work in the log. */
  readonly name: string
  /** Maximum number of items in flight. */
  readonly maxInFlight: number
  /** Claims one item at a time: a claimed item that waits for a slot would lose its lease behind slow ones. */
  readonly claimOne: Effect.Effect<ReadonlyArray<Item>, never, R>
  readonly process: (item: Item) => Effect.Effect<void, never, R2>
  /** Waits until this process has added work. */
  readonly wakeSignal: Effect.Effect<void>
  /** When the next item may be due; null without one. With it, an idle worker waits for that time instead of polling. */
  readonly nextDue?: Effect.Effect<DateTime.Utc | null>
}

/** The wait of an idle worker: until the next due time, at most `idlePatience`. A due item that another one holds back is polled. */
const idlePause = Effect.fnUntraced(function* (
  nextDue: Effect.Effect<DateTime.Utc | null> | undefined,
  interval: Duration.Duration
) {
  if (nextDue === undefined) return interval
  const longest = Duration.max(interval, Duration.fromInputUnsafe(idlePatience))
  const next = yield* nextDue
  if (next === null) return longest
  const millis = next.epochMilliseconds - (yield* Clock.currentTimeMillis)
  return millis <= 0 ? interval : Duration.min(Duration.millis(millis), longest)
})

/**
 * Runs due work for the lifetime of the scope, with at most `maxInFlight` items at once. A defect is logged, and the
 * item is retried when its lease expires. At shutdown claiming stops, and running items finish.
 */
export const runDueWork = Effect.fnUntraced(function* <Item, R, R2>(work: DueWork<Item, R, R2>) {
  const { wakeSignal, process, claimOne, maxInFlight, name, nextDue } = work
  const slots = yield* Semaphore.make(maxInFlight)
  const running = yield* FiberSet.make()
  // Runs after the loop below has ended, and before the set interrupts its fibers.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience))

  const interval = Duration.fromInputUnsafe(yield* PollInterval)
  const health = yield* WorkerHealth
  const pulse = health === null ? null : yield* health.watch(name)
  const pass = Effect.gen(function* () {
    pulse?.rest()
    yield* slots.take(1)
    pulse?.run()
    const [item] = yield* claimOne.pipe(Effect.onError(() => slots.release(1)))
    if (item === undefined) {
      yield* slots.release(1)
      const pause = yield* idlePause(nextDue, interval)
      pulse?.rest()
      return yield* Effect.raceFirst(wakeSignal, Effect.sleep(pause))
    }
    yield* FiberSet.run(running, Effect.ensuring(process(item), slots.release(1)))
  })

  const logged = makeFailureLog(name)
  yield* logged(pass, Effect.sleep(failurePause)).pipe(Effect.forever, Effect.forkScoped)
})
