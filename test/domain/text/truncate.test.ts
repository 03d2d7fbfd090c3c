import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { truncate } from "../../../src/domain/text/truncate.ts"
import { TextPieces } from "../../../src/testing/arbitraries/textPieces.ts"

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
const runs = 1_000

const codePoints = (text: string): number => Array.from(text).length

/** The characters of the text as people see them. */
const clusters = (text: string): ReadonlyArray<string> =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment)

const family = "👨‍👩‍👧‍👦"

describe("truncate", () => {
  it.each([
    ["", 3, ""],
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    ["abcd", 0, ""],
    ["😀😀😀", 3, "😀😀😀"],
    ["😀😀😀😀", 3, "😀😀😀"],
    ["ab👍🏽", 3, "ab"],
    ["ab👍🏽", 4, "ab👍🏽"],
    ["abe\u0301", 3, "ab"],
    ["ab🇩🇪🇫🇷", 5, "ab🇩🇪"],
    ["ab\r\n", 3, "ab"],
    [family, 7, family],
    [family, 6, ""],
    [`a${"\u0301".repeat(5)}`, 5, ""]
  ])("makes of %j within %i code points %j", (text, limit, expected) => {
    assert.strictEqual(truncate(text, limit), expected)
  })

  it.prop(
    "keeps as many whole characters as fit, from the beginning",
    { pieces: TextPieces, limit: Limit },
    ({ limit, pieces }) => {
      const text = pieces.join("")
      const kept = truncate(text, limit)
      assert.isAtMost(codePoints(kept), limit)
      const all = clusters(text)
      const count = clusters(kept).length
      assert.strictEqual(kept, all.slice(0, count).join(""))
      if (count < all.length) assert.isAbove(codePoints(all.slice(0, count + 1).join("")), limit)
    },
    { arbitrary: { runs } }
  )

  it.prop(
    "leaves alone what it has truncated once, and what is short enough",
    { pieces: TextPieces, limit: Limit },
    ({ limit, pieces }) => {
      const text = pieces.join("")
      const kept = truncate(text, limit)
      assert.strictEqual(truncate(kept, limit), kept)
      if (codePoints(text) <= limit) assert.strictEqual(kept, text)
    },
    { arbitrary: { runs } }
  )

  it.prop(
    "never makes half of a surrogate pair",
    { pieces: TextPieces, limit: Limit },
    ({ limit, pieces }) => {
      assert.isTrue(truncate(pieces.join("").toWellFormed(), limit).isWellFormed())
    },
    { arbitrary: { runs } }
  )

  it("takes no longer for a text that is much too long", () => {
    assert.strictEqual(truncate("e\u0301".repeat(500_000), 5), "e\u0301e\u0301")
  })
})
