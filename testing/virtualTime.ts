import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/** Nanoseconds of a millisecond. */
const nanosPerMilli = 1_000_000

/**
 * The test clock with a wall clock that can be set: it shows the time of the test clock plus an offset. Waits are those
 * of the test clock, which never jumps.
 */
const makeClock = (clock: TestClock.TestClock): TestClock.TestClock => {
  let offset = 0
  const millis = () => clock.currentTimeMillisUnsafe() + offset
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(Math.round(offset * nanosPerMilli))
  return {
    ...clock,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    setTime: (timestamp) => Effect.sync(() => void (offset = timestamp - clock.currentTimeMillisUnsafe()))
  }
}

/**
 * A test clock for a whole service. `TestClock.setTime` sets the wall clock at once, as an operator does: waits go on by
 * elapsed time, so polls do not run for each second between the times. `TestClock.adjust` runs all waits in their order.
 */
export const virtualTime = Layer.effect(
  Clock.Clock,
  TestClock.testClockWith((clock) => Effect.succeed(makeClock(clock)))
).pipe(Layer.provideMerge(TestClock.layer()))
