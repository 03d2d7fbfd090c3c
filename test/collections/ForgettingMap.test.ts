import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { ForgettingMap } from "../../src/collections/ForgettingMap.ts"
import { nodeProcess } from "../support/processes/nodeProcess.ts"

const Step = Schema.Union([
  Schema.TaggedStruct("Set", { key: Schema.Literals([1, 2, 3, 4, 5]), value: Schema.Int }),
  Schema.TaggedStruct("Delete", { key: Schema.Literals([1, 2, 3, 4, 5]) })
])

const mebibyte = 1024 * 1024

const Growth = Schema.Struct({ forgetting: Schema.Number, plain: Schema.Number })

describe("ForgettingMap", () => {
  it.prop("behaves as a map", { steps: Schema.Array(Step) }, ({ steps }) => {
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

  it("can be iterated during deletions", () => {
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

  it.effect("releases deleted entries at the next minor garbage collection, unlike Map", () =>
    Effect.gen(function* () {
      const { forgetting, plain } = yield* nodeProcess(
        fileURLToPath(new URL("forgettingMapGrowth.ts", import.meta.url)),
        {},
        Growth
      )
      assert.isBelow(forgetting, 6 * mebibyte)
      // What it is there for. When this fails, it has become superfluous.
      assert.isAbove(plain, 12 * mebibyte)
    })
  )
})
