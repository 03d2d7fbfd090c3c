import { Array, Effect } from "effect"
import { groupWriter } from "./groupWriter.ts"

/** How many are written at once. */
export interface TogetherOptions<Item, E> {
  /** Writes the items, all or none. */
  readonly write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<unknown, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
}

/** Most items of a statement. */
export const maxTogether = 512

/**
 * This many items are written although another statement is in flight. Fewer items wait for its end, and share the next
 * statement.
 */
export const worthwhile = 96

/** Most statements at the same time. */
export const maxAtOnce = 3

const done: ReadonlyArray<void> = Array.makeBy(maxTogether, () => undefined)

/**
 * Writes what many fibers submit in few statements, where it matters more how much is written than how soon: as a
 * statement costs as much as thirty items, it is not begun beside another one for less than `worthwhile`. Who submits sees
 * to it that not too much is under way.
 */
export const writeTogether = <Item, E>({ isItemFault, write }: TogetherOptions<Item, E>) =>
  groupWriter({
    write: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.as(write(items), done),
    isItemFault,
    most: maxTogether,
    atOnce: maxAtOnce,
    worthwhile
  })
