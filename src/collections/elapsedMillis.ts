import { Cache, type Clock, Effect } from "effect"

/**
 * Milliseconds of a monotonic clock with an arbitrary origin. It measures waits and ages in the memory of a process: a
 * wall clock set forward would end them at once, and one set back would prolong them.
 */
export const elapsedMillis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/** Tolerated lag of the wall clock behind elapsed time in milliseconds, beyond which it counts as set back. */
const tolerance = 1_000

/** Creates a function that returns whether the wall clock was set back since its last call. */
export const setBackSince = (): ((clock: Clock.Clock) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (clock) => {
    const ahead = clock.currentTimeMillisUnsafe() - elapsedMillis(clock)
    const isSetBack = ahead < last - tolerance
    last = ahead
    return isSetBack
  }
}

/**
 * `Cache.get` on a cache that is cleared after the wall clock was set back. Entries expire by that clock, and would
 * otherwise outlive their time.
 */
export const freshly = <Key, A, E, R>(cache: Cache.Cache<Key, A, E, R>) => {
  const isSetBack = setBackSince()
  return (key: Key): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) =>
      isSetBack(clock) ? Effect.andThen(Cache.invalidateAll(cache), Cache.get(cache, key)) : Cache.get(cache, key)
    )
}
