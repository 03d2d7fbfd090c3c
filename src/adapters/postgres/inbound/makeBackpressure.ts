import { Clock, Duration, Effect } from "effect"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"

/** When and for how long deferrable work yields to urgent work. */
export interface BackpressureOptions {
  /**
   * Up to this many urgent operations in flight do not delay deferrable work. While there are more, deferrable work
   * yields.
   */
  readonly maxUrgent: number
  /** Deferrable work yields for at most this long. */
  readonly maxDelay: Duration.Input
  /** How often the number of urgent operations is polled. */
  readonly pollInterval: Duration.Input
}

/** Makes the backpressure between urgent and deferrable work that share a resource. */
export const makeBackpressure = ({ pollInterval, maxUrgent, maxDelay }: BackpressureOptions) =>
  Effect.sync(() => {
    const longest = Duration.toMillis(maxDelay)
    let open = 0
    return {
      // `acquireUseRelease` takes three times as long. Work that never started is not subtracted either.
      urgently: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          let counts = 0
          const counted = Effect.suspend(() => {
            counts = 1
            open += 1
            return work
          })
          return Effect.onExitPrimitive(counted, () => {
            open -= counts
            return undefined
          })
        }),
      /** Completes when few urgent operations are in flight, or after `maxDelay`. */
      yieldToUrgent: Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const since = elapsedMillis(clock)
        const isLater = Effect.sync(() => open > maxUrgent && elapsedMillis(clock) - since < longest)
        // Polls instead of a timeout: the caller may be in work that must not be interrupted.
        if (yield* isLater) yield* Effect.repeat(Effect.sleep(pollInterval), { while: () => isLater })
      })
    }
  })
