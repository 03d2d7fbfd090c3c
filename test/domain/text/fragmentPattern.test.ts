import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { firstMatch, fragmentPattern } from "../../../src/domain/text/fragmentPattern.ts"

/** Text of few characters, so that one is often a part of another; all that have a meaning in a pattern are among them. */
const Text = Schema.Array(Schema.Literals([..."abAB éÉßσς漢\u{1F680}\\^$.*+?()[]{}|-/\n"]))
const textOf = (characters: ReadonlyArray<string>): string => characters.join("")

/** The two small sigmas have one capital letter. */
const folded = (text: string): string => text.replaceAll("ς", "σ").toLowerCase()

describe("fragmentPattern", () => {
  it.prop(
    "matches a text that contains the fragment, regardless of case",
    { around: Text, fragment: Text.check(Schema.isMinLength(1)), isPart: Schema.Boolean },
    ({ around, fragment, isPart }) => {
      const part = textOf(fragment)
      const middle = Math.floor(around.length / 2)
      const put = isPart ? [part.toLowerCase()] : []
      const text = textOf([...around.slice(0, middle), ...put, ...around.slice(middle)])
      const found = firstMatch(text, fragmentPattern(part))
      const at = folded(text).indexOf(folded(part))
      assert.strictEqual(found?.at ?? -1, at)
      if (found !== null) assert.strictEqual(folded(found.match), folded(part))
    }
  )

  it.each([
    ["straße", "STRASSE", false],
    ["STRAßE", "straße", true],
    ["İ", "i", false],
    ["ΛΟΓΟΣ", "λογος", true],
    ["e", "é", false]
  ])("for %s in %s has a match: %s", (fragment, text, isMatched) => {
    assert.strictEqual(firstMatch(text, fragmentPattern(fragment)) !== null, isMatched)
  })
})
