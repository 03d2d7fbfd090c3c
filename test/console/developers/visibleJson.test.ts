import { assert, describe, it } from "@effect/vitest"
import { visibleJson } from "../../../console/text/visibleJson.ts"

describe("JSON for people", () => {
  it("is the same, without characters that move or hide others", () => {
    const value = { "na\u202eme": "a\u202e<script>\u2066\u200bb\ufeff", rest: 'ü 👍 "\\u202e"' }
    const shown = visibleJson(JSON.stringify(value, null, 2))
    assert.notMatch(shown, /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
    assert.include(shown, String.raw`a\u202e<script>\u2066\u200bb\ufeff`)
    assert.deepStrictEqual(JSON.parse(shown), value)
  })
})
