import type { Array, Effect } from "effect"
import { groupWriter } from "./groupWriter.ts"

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

/**
 * Writes what many fibers submit in as few flushes as possible, where it matters how soon: whatever waits is flushed as
 * long as there are few flushes under way, and what arrives meanwhile goes together into the next one. Who submits sees to
 * it that not too much is under way.
 */
export const make = <Item, Answer, E>({ flush, isItemFault }: GroupCommitOptions<Item, Answer, E>) =>
  groupWriter({ write: flush, isItemFault, most: maxBatch, atOnce: maxInFlight, worthwhile: 1 })
