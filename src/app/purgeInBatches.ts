import { Effect } from "effect"

/** Most rows that are forgotten at once: a transaction of a moment. */
export const purgeBatch = 2_000

/**
 * Forgets batch by batch what a store forgets at most `limit` of, until it has forgotten all. A pass has no other end:
 * with a bound, more could be written between two passes than one of them forgets. Gives back how many there were.
 */
export const purgeInBatches = Effect.fnUntraced(function* <R>(
  purge: (limit: number) => Effect.Effect<number, never, R>
) {
  let purged = 0
  let count = purgeBatch
  while (count >= purgeBatch) {
    count = yield* purge(purgeBatch)
    purged += count
    if (count >= purgeBatch) yield* Effect.yieldNow
  }
  return purged
})
