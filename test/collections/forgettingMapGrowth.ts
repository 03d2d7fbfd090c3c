import { ForgettingMap } from "../../src/collections/ForgettingMap.ts"
import { heapGrowth } from "../support/processes/heapGrowth.ts"

// A program of its own, since it measures a heap: prints by how many bytes it grew with either map.

/** By how much the heap grew while 4 000 values of 8 KiB came and went, 64 at a time, and young garbage was collected. */
const growth = (map: { set(key: number, value: object): unknown; delete(key: number): boolean }): number =>
  heapGrowth(4_000, (key) => {
    map.set(
      key,
      Array.from({ length: 1_024 }, () => key)
    )
    map.delete(key - 64)
  })

process.stdout.write(
  JSON.stringify({
    forgetting: growth(new ForgettingMap<number, object>()),
    plain: growth(new Map<number, object>())
  })
)
