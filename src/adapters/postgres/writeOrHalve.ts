import { Array, Effect, Exit } from "effect"

/** How a group is written, and who hears what became of it. */
export interface WriteOrHalveOptions<Entry, A, E> {
  /** Writes the entries, all or none. */
  readonly write: (entries: Array.NonEmptyReadonlyArray<Entry>) => Effect.Effect<A, E>
  /** Whether the failure lies in one of the items, so that the others would pass without it. */
  readonly isItemFault: (error: E) => boolean
  /** Called once for each entry, with those that it went with in the end. */
  readonly ended: (entries: Array.NonEmptyReadonlyArray<Entry>, exit: Exit.Exit<A, E>) => Effect.Effect<void>
}

/** Writes groups. One that fails because of one item is halved until that item fails alone. */
export const writeOrHalve = <Entry, A, E>({ ended, isItemFault, write }: WriteOrHalveOptions<Entry, A, E>) => {
  const attempt = (entries: Array.NonEmptyReadonlyArray<Entry>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(write(entries)), (exit) => {
      const fault = Exit.findErrorOption(exit)
      if (entries.length === 1 || fault._tag === "None" || !isItemFault(fault.value)) return ended(entries, exit)
      const [left, right] = Array.splitAtNonEmpty(entries, Math.floor(entries.length / 2))
      return Array.isReadonlyArrayNonEmpty(right) ? Effect.andThen(attempt(left), attempt(right)) : attempt(left)
    })
  return attempt
}
