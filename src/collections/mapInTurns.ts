import { Array as Arr, Effect } from "effect"

/** Items per turn of the event loop. */
const turn = 250

/** Maps many items that take some microseconds each, and yields to the event loop between turns. */
export const mapInTurns = Effect.fnUntraced(function* <A, B>(
  items: ReadonlyArray<A>,
  map: (item: A, index: number) => B
): Effect.fn.Return<ReadonlyArray<B>> {
  const mapped: Array<B> = []
  for (const some of Arr.chunksOf(items, turn)) {
    yield* Effect.yieldNow
    for (const item of some) mapped.push(map(item, mapped.length))
  }
  return mapped
})
