import { Chunk } from "effect"

/** A list that is bounded. Appending is cheap, forgetting is not: it waits until as many again are due. */
export const remember = <A>(all: Chunk.Chunk<A>, one: A, capacity: number): Chunk.Chunk<A> => {
  const more = Chunk.append(all, one)
  return more.length < 2 * capacity ? more : Chunk.fromIterable(newest(more, capacity))
}

/** The newest of the list, which may be longer for a while. */
export const newest = <A>(all: Chunk.Chunk<A>, capacity: number): ReadonlyArray<A> =>
  Chunk.toReadonlyArray(all).slice(-capacity)
