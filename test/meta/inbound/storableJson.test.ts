import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maxNesting, storableJson } from "../../../src/adapters/meta/inbound/PlatformJson.ts"

const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)])

describe("what every store takes", () => {
  it.prop("is any JSON as it is", { json: Schema.Json }, ({ json }) => {
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
  ])("is %s without what it would refuse", (text, expected) => {
    assert.deepStrictEqual(storableJson(JSON.parse(text)), expected)
  })

  it("is nested no deeper than the limit", () => {
    assert.deepStrictEqual(storableJson(nested(maxNesting)), nested(maxNesting))
    assert.notDeepEqual(storableJson(nested(maxNesting + 1)), nested(maxNesting + 1))
  })
})
