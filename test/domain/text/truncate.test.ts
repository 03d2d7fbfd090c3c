import { assert, describe, it } from "@effect/vitest"
import { truncate } from "../../../src/domain/text/textLimits.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const family = "👨‍👩‍👧‍👦"

lawTests(runner, "truncate, by its laws", Laws.truncation, truncate, { runs: 1_000 })

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
    [family, 6, "👨‍👩‍👧‍"],
    [`${family}a`, 6, "👨‍👩‍👧‍"],
    [family, 0, ""],
    [`a${"\u0301".repeat(5)}`, 5, `a${"\u0301".repeat(4)}`],
    [`😀${"\u0301".repeat(30)}`, 20, `😀${"\u0301".repeat(19)}`],
    [`ab${"\u0301".repeat(30)}`, 20, "a"]
  ])("truncates %j to %i code points: %j", (text, limit, expected) => {
    assert.strictEqual(truncate(text, limit), expected)
  })

  it("takes no more time for an excessively long text", () => {
    assert.strictEqual(truncate("e\u0301".repeat(500_000), 5), "e\u0301e\u0301")
  })
})
