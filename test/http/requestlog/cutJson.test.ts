import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { cutJson } from "../../../src/adapters/http/requestlog/loggedBody.ts"
import { plainObject } from "../../support/database/withPlainKeys.ts"

const isBeginning = (part: Schema.Json, whole: Schema.Json | undefined): boolean => {
  if (typeof part !== "object" || part === null) return Object.is(part, whole)
  if (typeof whole !== "object" || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false
  const entries = Object.entries(whole)
  return Object.entries(part).every(([key, value], place) => {
    const [name, is] = entries[place] ?? []
    return key === name && isBeginning(value, is)
  })
}

describe("cutJson", () => {
  it.prop(
    "returns valid JSON wherever an object is cut, with its first entries and no partial entry",
    { json: Schema.Record(Schema.String, Schema.Json) },
    ({ json }) => {
      const text = JSON.stringify(plainObject(json))
      // As a reader gets it: JSON has no -0.
      const whole: Schema.Json = JSON.parse(text)
      for (let length = 1; length <= text.length; length++) {
        const part: Schema.Json = JSON.parse(cutJson(text, length))
        assert.isTrue(isBeginning(part, whole), `${text} cut at ${length}`)
      }
      assert.strictEqual(cutJson(text, text.length), text)
    }
  )

  it("ignores brackets, commas and quotes within strings", () => {
    const text = String.raw`{"a":"\"],}","b":[1,{"c":",\\"},"d"]}`
    assert.strictEqual(cutJson(text, text.indexOf('"d"')), String.raw`{"a":"\"],}","b":[1,{"c":",\\"}]}`)
    assert.strictEqual(cutJson(text, 8), "{}")
    assert.strictEqual(cutJson('"text"', 4), "")
  })
})
