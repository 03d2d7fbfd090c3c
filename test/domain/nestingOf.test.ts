import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { containersOf, nestingOf } from "../../src/domain/text/isJsonObject.ts"

const depthOf = (json: Schema.Json): number =>
  typeof json !== "object" || json === null ? 0 : 1 + Math.max(0, ...Object.values(json).map(depthOf))

describe("nestingOf", () => {
  it.prop(
    "returns the nesting depth of arrays and objects, for any texts inside",
    { json: Schema.Json },
    ({ json }) => {
      assert.strictEqual(nestingOf(JSON.stringify(json)), depthOf(json))
    }
  )

  it("ignores brackets and quotes inside texts", () => {
    assert.strictEqual(nestingOf(String.raw`{"a\"[[[":"\\","b":["]]{"]}`), 2)
    assert.strictEqual(nestingOf(""), 0)
    assert.strictEqual(nestingOf("[[[[["), 5)
  })
})

const countOf = (json: Schema.Json): number =>
  typeof json !== "object" || json === null
    ? 0
    : Object.values(json).reduce<number>((sum, item) => sum + countOf(item), 1)

describe("containersOf", () => {
  it.prop("returns the number of arrays and objects, for any texts inside", { json: Schema.Json }, ({ json }) => {
    assert.strictEqual(containersOf(JSON.stringify(json)), countOf(json))
  })
})
