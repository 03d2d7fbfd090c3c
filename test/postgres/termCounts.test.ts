import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeTermCounts } from "../../src/adapters/postgres/TermCounts.ts"

/** So few characters that terms are met often: in one unit, in two, with a mark, beyond Latin, and what `like` escapes. */
const Part = Schema.Array(
  Schema.Literals(["a", "b", "ä", "漢", "\u{1f600}", "\u{1f601}", "\uffff", "%", " ", "1"])
).check(Schema.isMaxLength(6))
const Texts = Schema.Array(Schema.Struct({ gone: Schema.Boolean, parts: Schema.Tuple([Part, Part, Part]) })).check(
  Schema.isMaxLength(6)
)

const isWhole = (text: string) => text.isWellFormed() && !text.includes("\n")

describe("counts of short terms", () => {
  it.prop("say of each in how many texts it is, of those that came and are not gone", { texts: Texts }, ({ texts }) => {
    const counts = makeTermCounts()
    const given = texts.map(
      ({ gone, parts }) => ({ sign: gone ? -1 : 1, parts: parts.map((part) => part.join("")) }) as const
    )
    for (const { parts, sign } of given) counts.add(parts.join("\n"), sign)

    const terms = new Set([""])
    for (const { parts } of given) {
      const text = parts.join("\n")
      for (let at = 0; at < text.length; at++) for (const size of [1, 2]) terms.add(text.slice(at, at + size))
    }
    const expected = Array.from(terms)
      .filter(isWhole)
      .map((term) => {
        const totalIn = (some: number) =>
          given
            .filter(({ parts }) => parts.slice(0, some).some((part) => part.includes(term)))
            .reduce((sum, { sign }) => sum + sign, 0)
        return { term, named: totalIn(2), anywhere: totalIn(3) }
      })
      .filter(({ anywhere, named, term }) => term === "" || anywhere !== 0 || named !== 0)
    const byTerm = (one: { readonly term: string }, other: { readonly term: string }) =>
      one.term < other.term ? -1 : 1
    assert.deepStrictEqual(counts.changes().toSorted(byTerm), expected.toSorted(byTerm))
  })

  it("are none of what has come and gone, but for the empty one", () => {
    const counts = makeTermCounts()
    counts.add("ada\n4420\n", 1)
    counts.add("ada\n4420\n", -1)
    assert.deepStrictEqual(counts.changes(), [{ term: "", named: 0, anywhere: 0 }])
  })
})
