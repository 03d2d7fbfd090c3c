/** How long a text may be. Characters are Unicode code points, as the platforms count them; bytes are of UTF-8. */
export interface TextLimit {
  readonly limit: number
  readonly unit: "characters" | "bytes"
}

const utf8 = new TextEncoder()

/** A code point is one or two of a string's units, and one to four bytes: most texts need no counting. */
export const isWithin = (text: string, { limit, unit }: TextLimit): boolean => {
  if (unit === "bytes") return text.length <= limit && utf8.encode(text).length <= limit
  return text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit)
}

/** Splits text into graphemes, in any language. Created on the first use: it takes 10 ms. */
let graphemes: Intl.Segmenter | null = null

const codePointsOf = (text: string): number => Array.from(text).length

/** The first code points of a text. */
const firstCodePoints = (text: string, count: number): string => {
  let end = 0
  let room = count
  for (const codePoint of text) {
    if (room === 0) break
    room -= 1
    end += codePoint.length
  }
  return text.slice(0, end)
}

/**
 * The beginning of a text with at most `limit` code points. The cut is between two graphemes: an emoji or a letter with
 * its accents stays or goes as a whole. Only a first grapheme that is longer than the limit is cut after `limit` code
 * points.
 */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  let room = limit
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" })
  for (const { index, segment } of graphemes.segment(text)) {
    room -= codePointsOf(segment)
    if (room < 0) return index === 0 ? firstCodePoints(segment, limit) : text.slice(0, index)
  }
  return text
}

/** The text as it is, when it says something; spaces alone do not. */
export const notBlank = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === "" ? null : text
