import { assert, describe, it } from "@effect/vitest"
import { isWithin } from "../../../src/domain/text/textLimits.ts"

describe("text limits", () => {
  it.each(["x", "é", "漢", "😀"])("a limit in characters counts code points: %s", (character) => {
    const limit = { limit: 4096, unit: "characters" } as const
    assert.isTrue(isWithin(character.repeat(4096), limit))
    assert.isFalse(isWithin(character.repeat(4097), limit))
    assert.isFalse(isWithin(character.repeat(1_000_000), limit))
  })

  it.each([
    ["x", 1000],
    ["é", 500],
    ["漢", 333],
    ["😀", 250]
  ] as const)("a limit in bytes counts UTF-8: %s", (character, most) => {
    const limit = { limit: 1000, unit: "bytes" } as const
    assert.isTrue(isWithin(character.repeat(most), limit))
    assert.isFalse(isWithin(character.repeat(most + 1), limit))
  })
})
