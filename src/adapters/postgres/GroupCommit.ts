import { Array, Deferred, Effect, Exit, Queue } from "effect"
import { writeOrHalve } from "./writeOrHalve.ts"

/** How a group is written, and how much at once. */
export interface GroupCommitOptions<Item, Answer, E> {
  /** Writes the items, all or none, and answers each at its place. */
  readonly flush: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, E>
  /** Whether the failure lies in one of the items, so that the others would pass without it. */
  readonly isItemFault: (error: E) => boolean
}

/**
 * Most items written at once. Where all that wait go together, they are answered together and come back together: then
 * either the database works or this process, never both. Smaller groups follow each other, and what is shared by a group
 * is shared by enough of them.
 */
export const maxBatch = 96

/** Most flushes at the same time: one that waits for the disk leaves room for another. */
export const maxInFlight = 3

/** Most items that wait; who comes then waits for a place. */
export const maxWaiting = 10_000

/**
 * Writes what many fibers submit in as few flushes as possible: what arrives while the last flushes run goes together
 * into the next one. There is no timer, so an idle writer adds nothing to the time of a single item.
 *
 * A group that fails because of one item is halved until that item fails alone.
 */
export const make = Effect.fnUntraced(function* <Item, Answer, E>(options: GroupCommitOptions<Item, Answer, E>) {
  interface Entry {
    readonly item: Item
    readonly answer: Deferred.Deferred<Answer, E>
  }
  const waiting = yield* Queue.bounded<Entry>(maxWaiting)

  const write = writeOrHalve({
    write: (entries: Array.NonEmptyReadonlyArray<Entry>) => options.flush(Array.map(entries, ({ item }) => item)),
    isItemFault: options.isItemFault,
    ended: (entries, exit) =>
      Effect.forEach(
        entries,
        (entry, place) => {
          if (Exit.isFailure(exit)) return Deferred.failCause(entry.answer, exit.cause)
          const answer = Array.get(exit.value, place)
          return answer._tag === "Some"
            ? Deferred.succeed(entry.answer, answer.value)
            : Deferred.die(entry.answer, new Error(`flush of ${entries.length} items left place ${place} unanswered`))
        },
        { discard: true }
      )
  })

  const writeAny = (entries: ReadonlyArray<Entry>) =>
    Array.isReadonlyArrayNonEmpty(entries) ? write(entries) : Effect.void

  // Added before the lanes, so it runs after them: what they left is answered, and nobody waits for ever.
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(
      Queue.clear(waiting),
      Effect.forEach((entry) => Deferred.interrupt(entry.answer))
    )
  )
  // A flush that has begun is finished: its callers learn what became of it.
  const lane = Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(Queue.takeBetween(waiting, 1, maxBatch)), writeAny)
  ).pipe(Effect.forever)
  // One fiber over all lanes, so that none takes up what waits after another was told to stop.
  const lanes = Effect.forEach(Array.range(1, maxInFlight), () => lane, { concurrency: "unbounded", discard: true })
  yield* Effect.forkScoped(lanes)

  /** Gives the item's own answer, once the group it went with is written. */
  return Effect.fnUntraced(function* (item: Item) {
    const answer = yield* Deferred.make<Answer, E>()
    yield* Queue.offer(waiting, { item, answer })
    return yield* Deferred.await(answer)
  })
})
