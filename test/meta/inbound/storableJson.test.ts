import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxNesting, storableJson } from "../../../src/adapters/meta/inbound/PlatformJson.ts"

const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)])

describe("storable JSON", () => {
  it.prop("storable JSON: any valid JSON is unchanged", { json: Schema.Json }, ({ json }) => {
    const arrived: unknown = JSON.parse(JSON.stringify(json))
    const text = JSON.stringify(arrived)
    if (text.includes(String.raw`\u0000`) || /\\ud[89a-f]/.test(text)) return
    assert.strictEqual(JSON.stringify(storableJson(arrived)), text)
  })

  it.each([
    ['{"a":["b\\u0000"]}', { a: ["b\ufffd"] }],
    ['{"a\\u0000":1}', { "a\ufffd": 1 }],
    ['["\\ud800"]', ["\ufffd"]],
    ['[1e999, -1e999, 1e308, null, true, {"a": {}}]', [null, null, 1e308, null, true, { a: {} }]]
  ])("storable JSON: %s has no unstorable parts", (text, expected) => {
    assert.deepStrictEqual(storableJson(JSON.parse(text)), expected)
  })

  it("storable JSON: nesting ends at the limit", () => {
    assert.deepStrictEqual(storableJson(nested(maxNesting)), nested(maxNesting))
    assert.notDeepEqual(storableJson(nested(maxNesting + 1)), nested(maxNesting + 1))
  })
})
