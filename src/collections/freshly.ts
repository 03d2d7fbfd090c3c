import { Cache, Effect } from "effect"
import { setBackSince } from "./setBackSince.ts"

/**
 * `Cache.get` of the cache, which is emptied once the wall clock was set back: entries expire by that clock, and would be
 * kept for longer than their time.
 */
export const freshly = <Key, A, E, R>(cache: Cache.Cache<Key, A, E, R>) => {
  const isSetBack = setBackSince()
  return (key: Key): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) =>
      isSetBack(clock) ? Effect.andThen(Cache.invalidateAll(cache), Cache.get(cache, key)) : Cache.get(cache, key)
    )
}
