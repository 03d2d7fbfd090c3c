import { Arbitrary, Schema } from "effect"
import { fewerPieces, TextPieces } from "../arbitraries/textPieces.ts"
import { between } from "./inputs.ts"
import { law } from "./Law.ts"

/** Cuts a text to at most `limit` code points, between two graphemes; `truncate` of `effect-parley/domain` is the rule. */
export type Truncate = (text: string, limit: number) => string

const given = Arbitrary.schema(Schema.Struct({ pieces: TextPieces, limit: between(0, 30) }), {
  shrink: ({ limit, pieces }) => [
    ...fewerPieces(pieces).map((fewer) => ({ limit, pieces: fewer })),
    ...[0, Math.floor(limit / 2), limit - 1].flatMap((less) =>
      less >= 0 && less < limit ? [{ limit: less, pieces }] : []
    )
  ]
})

const codePoints = (text: string): number => Array.from(text).length

/** The characters of the text as people see them. */
const clusters = (text: string): ReadonlyArray<string> =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment)

export const truncateLaws = [
  law({
    name: "keeps as many whole characters as fit, from the beginning",
    inputs: given,
    holds: (truncate: Truncate, { limit, pieces }) => {
      const text = pieces.join("")
      const kept = truncate(text, limit)
      const all = clusters(text)
      if (codePoints(all[0] ?? "") > limit) return kept === Array.from(text).slice(0, limit).join("")
      const count = clusters(kept).length
      const isWhole = kept === all.slice(0, count).join("")
      const isLongest = count === all.length || codePoints(all.slice(0, count + 1).join("")) > limit
      return codePoints(kept) <= limit && isWhole && isLongest
    }
  }),
  law({
    name: "leaves truncated and short texts alone",
    inputs: given,
    holds: (truncate: Truncate, { limit, pieces }) => {
      const text = pieces.join("")
      const kept = truncate(text, limit)
      return truncate(kept, limit) === kept && (codePoints(text) > limit || kept === text)
    }
  }),
  law({
    name: "never makes half of a surrogate pair",
    inputs: given,
    holds: (truncate: Truncate, { limit, pieces }) => truncate(pieces.join("").toWellFormed(), limit).isWellFormed()
  })
]
