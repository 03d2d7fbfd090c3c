import { Clock, Duration, Effect } from "effect"

/** A clock that has been so many times as fast as the real one since an instant, in epoch milliseconds. */
export const fastClock = (since: number, speed: number): Clock.Clock => {
  const real = Clock.Clock.defaultValue()
  const millis = () => since + Math.round((real.currentTimeMillisUnsafe() - since) * speed)
  const nanos = () => BigInt(millis()) * 1_000_000n
  const monotonic = () => real.monotonicTimeNanosUnsafe() * BigInt(speed)
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => real.sleep(Duration.millis(Duration.toMillis(duration) / speed))
  }
}
