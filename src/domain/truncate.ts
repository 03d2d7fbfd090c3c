/** What people take for one character, in any language. */
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })

const codePointsOf = (text: string): number => Array.from(text).length

/**
 * The beginning of a text that has at most so many code points, and ends between two characters as people see them: an
 * emoji or a letter with its accents stays or goes as a whole.
 */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  let room = limit
  for (const { index, segment } of graphemes.segment(text)) {
    room -= codePointsOf(segment)
    if (room < 0) return text.slice(0, index)
  }
  return text
}
