import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { indexedParts } from "../../../src/adapters/postgres/contacts/searchConditions.ts"

const Word = Schema.String.check(Schema.isPattern(/^[a-z0-9]{3,24}$/))
const Words = Schema.Array(Word).check(Schema.isMinLength(1), Schema.isMaxLength(3))

describe("the terms of the search index", () => {
  it("have half of the parts of a short word, and a third of a long one", () => {
    assert.deepStrictEqual(indexedParts("ada"), ["ada"])
    assert.deepStrictEqual(indexedParts("adam"), ["ada", "dam"])
    assert.deepStrictEqual(indexedParts("aisha"), ["ais", "sha"])
    assert.deepStrictEqual(indexedParts("hammer"), ["ham", "mme", "mer"])
    assert.deepStrictEqual(indexedParts("mmerstr"), ["mme", "rst", "str"])
    assert.deepStrictEqual(indexedParts("hammerstrom"), ["ham", "mer", "str", "rom"])
    assert.deepStrictEqual(indexedParts("471822 471"), ["471", "182", "822"])
  })

  it.prop("are parts of the term that contain each of its characters", { words: Words }, ({ words }) => {
    for (const word of words) {
      const parts = indexedParts(word) ?? []
      const covered = Array.from(word).map(() => false)
      for (const part of parts) {
        assert.strictEqual(part.length, 3)
        for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) covered.fill(true, at, at + 3)
      }
      assert.isTrue(parts.every((part) => word.includes(part)))
      assert.isTrue(covered.every((isCovered) => isCovered))
    }
    assert.sameMembers(
      [...(indexedParts(words.join(" ")) ?? [])],
      [...new Set(words.flatMap((word) => indexedParts(word) ?? []))]
    )
  })

  it("are left to the index for other letters, signs and short words", () => {
    for (const term of [
      "josé",
      "漢字漢字",
      "de la cruz",
      "o'brien",
      "100%",
      "a_b_c_d",
      "+4420",
      "ada  lovelace",
      "ada "
    ]) {
      assert.isNull(indexedParts(term), term)
    }
  })
})
