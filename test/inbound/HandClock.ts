import { Clock, Context, Effect } from "effect"

/** A clock that stands still until it is moved. Whoever sleeps does so in real time: what retries is not held up. */
export class HandClock extends Context.Service<
  HandClock,
  {
    /** Moves it to an instant, in milliseconds. */
    set(at: number): Effect.Effect<void>
    pass(seconds: number): Effect.Effect<void>
  }
>()("test/inbound/HandClock") {}

/** With a clock of its own, that nothing else lives by. */
export const withHandClock = <A, E, R>(
  at: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, HandClock>> =>
  Effect.suspend(() => {
    let now = at
    const real = Clock.Clock.defaultValue()
    const nanos = () => BigInt(now) * 1_000_000n
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration)
    }
    const hand = HandClock.of({
      set: (instant) => Effect.sync(() => void (now = instant)),
      pass: (seconds) => Effect.sync(() => void (now += seconds * 1_000))
    })
    return effect.pipe(Effect.provideService(HandClock, hand), Effect.provideService(Clock.Clock, clock))
  })
