import { Clock, Duration, Effect } from "effect"

/** A clock like this one whose wall time can be set forward and back, while its monotonic time and its sleeps go on. */
export const jumpingClock = <C extends Clock.Clock>(real: C) => {
  let ahead = 0
  const millis = () => real.currentTimeMillisUnsafe() + ahead
  const nanos = () => real.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  const clock: C = {
    ...real,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: Effect.sync(() => real.monotonicTimeNanosUnsafe()),
    sleep: (duration: Duration.Duration) => real.sleep(duration)
  }
  return {
    clock,
    jump: (duration: Duration.Input) =>
      Effect.sync(() => void (ahead += Duration.toMillis(Duration.fromInputUnsafe(duration))))
  }
}

/** Runs this with the clock of the test, which `jump` sets. A negative duration sets it back. */
export const withJumps = <A, E, R>(
  use: (jump: (duration: Duration.Input) => Effect.Effect<void>) => Effect.Effect<A, E, R>
) =>
  Effect.clockWith((real) => {
    const { clock, jump } = jumpingClock(real)
    return Effect.provideService(use(jump), Clock.Clock, clock)
  })
