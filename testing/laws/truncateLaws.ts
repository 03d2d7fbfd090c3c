import { Arbitrary, Schema } from "effect"
import { fewerPieces, TextPieces } from "../arbitraries/textPieces.ts"
import { between } from "./inputs.ts"
import { law } from "./Law.ts"

/** A length of a text in Unicode code points. */
export type CodePoints = number

/**
 * Cuts a text to at most `limit` code points at a grapheme boundary; `truncate` of `effect-parley/domain` is the rule.
 */
export type Truncate = (text: string, limit: CodePoints) => string

const textAndLimit = Arbitrary.schema(Schema.Struct({ pieces: TextPieces, limit: between(0, 30) }), {
  shrink: ({ limit, pieces }) => [
    ...fewerPieces(pieces).map((fewer) => ({ limit, pieces: fewer })),
    ...[0, Math.floor(limit / 2), limit - 1].flatMap((less) =>
      less >= 0 && less < limit ? [{ limit: less, pieces }] : []
    )
  ]
})

const codePoints = (text: string): CodePoints => Array.from(text).length

/** The graphemes of the text. */
const clusters = (text: string): ReadonlyArray<string> =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text), ({ segment }) => segment)

export const truncateLaws = [
  law({
    name: "truncation: keeps as many whole graphemes as fit, from the beginning",
    inputs: textAndLimit,
    holds: (truncate: Truncate, { limit, pieces }) => {
      const text = pieces.join("")
      const truncated = truncate(text, limit)
      const all = clusters(text)
      if (codePoints(all[0] ?? "") > limit) return truncated === Array.from(text).slice(0, limit).join("")
      const count = clusters(truncated).length
      const isWhole = truncated === all.slice(0, count).join("")
      const isLongest = count === all.length || codePoints(all.slice(0, count + 1).join("")) > limit
      return codePoints(truncated) <= limit && isWhole && isLongest
    }
  }),
  law({
    name: "truncation: is idempotent, and short texts stay unchanged",
    inputs: textAndLimit,
    holds: (truncate: Truncate, { limit, pieces }) => {
      const text = pieces.join("")
      const truncated = truncate(text, limit)
      return truncate(truncated, limit) === truncated && (codePoints(text) > limit || truncated === text)
    }
  }),
  law({
    name: "truncation: never splits a surrogate pair",
    inputs: textAndLimit,
    holds: (truncate: Truncate, { limit, pieces }) => truncate(pieces.join("").toWellFormed(), limit).isWellFormed()
  })
]
