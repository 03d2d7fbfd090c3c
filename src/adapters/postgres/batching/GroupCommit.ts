import type { Array, Effect } from "effect"
import { groupWriter } from "./groupWriter.ts"

/** How a group is written, and how much at once. */
export interface GroupCommitOptions<Item, Answer, E> {
  /** Writes the items, all or none, and answers each at its place. */
  readonly flush: (items: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, E>
  /** Whether the failure lies in one of the items, so that the other items would succeed without it. */
  readonly isItemFault: (error: E) => boolean
}

/**
 * Most items written at once. If all waiting items were one group, all callers would be answered together and submit
 * again together: then either the database or this process works, never both. Smaller groups overlap. This size still
 * spreads the cost of a statement over enough items.
 */
export const maxBatch = 96

/** Most flushes at the same time: one that waits for the disk leaves room for another. */
export const maxInFlight = 3

/**
 * Writes the items of many fibers in as few flushes as possible, with low latency. Waiting items are flushed at once
 * while few flushes are in flight. Items that arrive meanwhile share the next flush. The caller limits the items in
 * flight.
 */
export const make = <Item, Answer, E>({ flush, isItemFault }: GroupCommitOptions<Item, Answer, E>) =>
  groupWriter({ write: flush, isItemFault, most: maxBatch, atOnce: maxInFlight, worthwhile: 1 })
