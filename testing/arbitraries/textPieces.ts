import { Schema } from "effect"

/** Characters that are easy to cut in two, and such that change their length when they are written large. */
const tricky = [
  "a",
  "B",
  " ",
  "_",
  "ß",
  "e\u0301",
  "\u0301",
  "ᄒ\u1161\u11ab",
  "नि",
  "😀",
  "👍🏽",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "🇪",
  "\u200d",
  "\r\n",
  "\u00a0",
  "שלום",
  "مرحبا",
  "\u202e",
  "\ud83d",
  "\ude00"
] as const

/** Joined, any text: short ones and long ones, with everything that is hard to cut. */
export const TextPieces = Schema.Union([
  Schema.Array(Schema.Union([Schema.Literals(tricky), Schema.String])),
  Schema.Array(Schema.Literals(tricky)).check(Schema.isMinLength(15), Schema.isMaxLength(40))
])

/** The text without a half of it, and without each of its pieces: a long text shrinks to a short one too. */
export const fewerPieces = (pieces: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const half = Math.ceil(pieces.length / 2)
  const halves = pieces.length > 3 ? [pieces.slice(0, half), pieces.slice(half)] : []
  return [...halves, ...pieces.map((_, index) => pieces.toSpliced(index, 1))]
}
