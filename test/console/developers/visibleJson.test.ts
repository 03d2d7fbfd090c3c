import { assert, describe, it } from "@effect/vitest"
import { visibleJson } from "../../../console/text/visibleJson.ts"

describe("visible JSON", () => {
  it("visible JSON is equal JSON with invisible and bidirectional characters escaped", () => {
    const value = { "na\u202eme": "a\u202e<script>\u2066\u200bb\ufeff", rest: 'ü 👍 "\\u202e"' }
    const visible = visibleJson(JSON.stringify(value, null, 2))
    assert.notMatch(visible, /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
    assert.include(visible, String.raw`a\u202e<script>\u2066\u200bb\ufeff`)
    assert.deepStrictEqual(JSON.parse(visible), value)
  })
})
