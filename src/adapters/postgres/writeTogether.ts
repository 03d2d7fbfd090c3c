import { Array, Effect, Exit, FiberSet } from "effect"
import { writeOrHalve } from "./writeOrHalve.ts"

/** How many are written at once. */
export interface TogetherOptions<Item, E> {
  /** Writes the items, all or none. */
  readonly write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<unknown, E>
  /** Whether the failure lies in one of the items, so that the others would pass without it. */
  readonly isItemFault: (error: E) => boolean
}

/** Most items of a statement. */
export const maxTogether = 512

/** So many are worth a statement although another one is under way; fewer wait for its end, and go together. */
export const worthwhile = 96

/** Most statements at the same time. */
export const maxAtOnce = 3

/**
 * Writes what many fibers submit in few statements, where it matters more how much is written than how soon: as a
 * statement costs as much as thirty items, it is not begun beside another one for less than `worthwhile`. There is no
 * timer: what comes alone is written at once.
 *
 * Who submits sees to it that not too much is under way. Statements that fail because of one item are halved until that
 * item fails alone.
 */
export const writeTogether = Effect.fnUntraced(function* <Item, E>({ isItemFault, write }: TogetherOptions<Item, E>) {
  interface Entry {
    readonly item: Item
    readonly answer: (answer: Effect.Effect<void, E>) => void
  }
  let waiting: Array<Entry> = []
  let begun = 0
  let isOver = false

  const run = yield* FiberSet.makeRuntime()
  // Added last, so it runs first: nothing more is begun, and nobody waits for ever. What was begun is finished.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOver = true
      for (const { answer } of waiting) answer(Effect.interrupt)
      waiting = []
    })
  )

  const writeAll = writeOrHalve({
    write: (entries: Array.NonEmptyReadonlyArray<Entry>) => write(Array.map(entries, ({ item }) => item)),
    isItemFault,
    ended: (entries, exit) => {
      const answer = Exit.asVoid(exit)
      for (const entry of entries) entry.answer(answer)
      return Effect.void
    }
  })
  const writeAny = (entries: ReadonlyArray<Entry>) =>
    Array.isReadonlyArrayNonEmpty(entries) ? writeAll(entries) : Effect.void

  const begin = (): void => {
    if (isOver || waiting.length === 0 || begun >= (waiting.length < worthwhile ? 1 : maxAtOnce)) return
    begun += 1
    // What is submitted in the same turn goes along.
    const next = Effect.suspend(() => {
      const entries = waiting.slice(0, maxTogether)
      waiting = waiting.slice(maxTogether)
      return writeAny(entries)
    })
    run(Effect.uninterruptible(Effect.andThen(Effect.yieldNow, next))).addObserver(() => {
      begun -= 1
      begin()
    })
  }

  /** Ends when the item is written. */
  return (item: Item): Effect.Effect<void, E> =>
    Effect.callback((resume) => {
      if (isOver) return resume(Effect.interrupt)
      waiting.push({ item, answer: resume })
      begin()
    })
})
