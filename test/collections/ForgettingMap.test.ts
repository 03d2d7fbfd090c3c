import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ForgettingMap } from "../../src/collections/ForgettingMap.ts"
import { heapGrowth } from "../support/heapGrowth.ts"

const Step = Schema.Union([
  Schema.TaggedStruct("Set", { key: Schema.Literals([1, 2, 3, 4, 5]), value: Schema.Int }),
  Schema.TaggedStruct("Delete", { key: Schema.Literals([1, 2, 3, 4, 5]) })
])

const mebibyte = 1024 * 1024

/** By how much the heap grew while 4 000 values of 8 KiB came and went, 64 at a time, and young garbage was collected. */
const growth = (map: { set(key: number, value: object): unknown; delete(key: number): boolean }): number =>
  heapGrowth(4_000, (key) => {
    map.set(
      key,
      Array.from({ length: 1_024 }, () => key)
    )
    map.delete(key - 64)
  })

describe("ForgettingMap", () => {
  it.prop("is a map", { steps: Schema.Array(Step) }, ({ steps }) => {
    const map = new ForgettingMap<number, { readonly value: number }>()
    const expected = new Map<number, { readonly value: number }>()
    for (const step of steps) {
      if (step._tag === "Set") {
        map.set(step.key, step)
        expected.set(step.key, step)
      } else assert.strictEqual(map.delete(step.key), expected.delete(step.key))
      assert.strictEqual(map.size, expected.size)
      for (const key of [1, 2, 3, 4, 5]) assert.strictEqual(map.get(key), expected.get(key))
      assert.deepStrictEqual([...map.keys()], [...expected.keys()])
      assert.deepStrictEqual([...map.values()], [...expected.values()])
    }
  })

  it("can be gone through while something leaves it", () => {
    const map = new ForgettingMap<string, { readonly at: string }>()
    for (const at of ["a", "b", "c"]) map.set(at, { at })
    const seen: Array<string> = []
    for (const { at } of map.values()) {
      seen.push(at)
      map.delete(at)
      map.delete("b")
    }
    assert.deepStrictEqual(seen, ["a", "c"])
    assert.strictEqual(map.size, 0)
  })

  it("leaves what was deleted to the next collection of young garbage, as Map does not", () => {
    assert.isBelow(growth(new ForgettingMap<number, object>()), 6 * mebibyte)
    // What it is there for. When this fails, it has become superfluous.
    assert.isAbove(growth(new Map<number, object>()), 12 * mebibyte)
  })
})
