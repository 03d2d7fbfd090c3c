import { type Cache, Effect } from "effect"
import { freshly } from "../../../collections/elapsedMillis.ts"
import { OpenTransaction } from "../../../ports/process/OpenTransaction.ts"

/**
 * Reads through the cache. A transaction of the program reads past it: the transaction sees its own changes, and others
 * never see them before the commit.
 */
export const cachedRead = <Key, A, E, R>(cache: Cache.Cache<Key, A, E, R>) => {
  const read = freshly(cache)
  return (key: Key): Effect.Effect<A, E, R> =>
    Effect.flatMap(OpenTransaction, (open) => (open === null ? read(key) : cache.lookup(key)))
}
