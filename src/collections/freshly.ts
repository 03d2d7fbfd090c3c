import { Cache, Effect } from "effect"
import { setBackSince } from "./setBackSince.ts"

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
