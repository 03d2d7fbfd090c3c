import { Effect } from "effect"

/** Maximum rows per purge, which keeps transactions short. */
export const purgeBatch = 2_000

/**
 * Runs the purge in batches until one is not full, and returns the number of purged rows. A pass has no upper bound:
 * with one, more rows could expire between two passes than a pass removes.
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
