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
