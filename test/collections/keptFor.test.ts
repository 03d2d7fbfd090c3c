import { assert, describe, it } from "@effect/vitest"
import { keptFor } from "../../src/collections/ForgettingMap.ts"

describe("the bounded cache keptFor", () => {
  it("computes a value once for a text, and again after many other texts", () => {
    const made: Array<string> = []
    const length = keptFor(2, (text) => {
      made.push(text)
      return text === "" ? null : text.length
    })
    assert.deepStrictEqual(["", "a", "", "a"].map(length), [null, 1, null, 1])
    assert.deepStrictEqual(made, ["", "a"])
    assert.strictEqual(length("bb"), 2)
    assert.deepStrictEqual(["a", "bb"].map(length), [1, 2])
    assert.deepStrictEqual(made, ["", "a", "bb"])
    assert.strictEqual(length(""), null)
    assert.deepStrictEqual(made, ["", "a", "bb", ""])
  })
})
