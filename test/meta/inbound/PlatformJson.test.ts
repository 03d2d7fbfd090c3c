import { assert, describe, it } from "@effect/vitest"
import {
  holds,
  idAt,
  intAt,
  listAt,
  objectAt,
  textAt,
  valueAt
} from "../../../src/adapters/meta/inbound/PlatformJson.ts"

describe("reading platform JSON", () => {
  it("platform JSON: inherited properties are absent", () => {
    for (const key of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      assert.isUndefined(valueAt({}, key))
      assert.isFalse(holds({}, key))
    }
    assert.strictEqual(valueAt({ constructor: 1 }, "constructor"), 1)
  })

  it("platform JSON: a value that is not an object has no fields", () => {
    for (const json of [undefined, null, 1, "text", [1]]) {
      assert.isUndefined(valueAt(json, "length"))
      assert.isUndefined(objectAt(json, "0"))
      assert.deepStrictEqual(listAt(json, "0"), [])
    }
  })

  it("platform JSON: text, ids and numbers are read only from valid forms", () => {
    const json = { blank: " ", text: " a ", number: 5, digits: "12", big: 2 ** 53, half: 1.5, long: "1".repeat(16) }
    const keys = ["blank", "text", "number", "digits", "big", "half", "long", "none"]
    assert.deepStrictEqual(
      keys.map((key) => [textAt(json, key), idAt(json, key), intAt(json, key)]),
      [
        [null, null, null],
        [" a ", " a ", null],
        [null, "5", 5],
        ["12", "12", 12],
        [null, null, null],
        [null, null, null],
        ["1".repeat(16), "1".repeat(16), null],
        [null, null, null]
      ]
    )
  })
})
