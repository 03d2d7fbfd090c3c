import { Effect } from "effect"

/** Most rows that are forgotten at once: a transaction of a moment. */
export const purgeBatch = 2_000

/** Most batches of a pass. The rest waits for the next pass. */
export const maxPurgeBatches = 100

/** Forgets batch by batch what a store forgets at most `limit` of. Gives back how many there were. */
export const purgeInBatches = Effect.fnUntraced(function* <R>(
  purge: (limit: number) => Effect.Effect<number, never, R>
) {
  let purged = 0
  for (let batch = 0; batch < maxPurgeBatches; batch++) {
    const count = yield* purge(purgeBatch)
    purged += count
    if (count < purgeBatch) break
  }
  return purged
})
