/** Characters of the longest term that is counted; longer ones are found by the index. In UTF-16, as a text has a length. */
export const longestCounted = 2

/** How many texts have a term: in the part that is searched by everybody, and anywhere. */
export interface TermCount {
  readonly term: string
  readonly named: number
  readonly anywhere: number
}

interface Count {
  named: number
  anywhere: number
  /** The last text that was counted here, by its number: a text counts once, however often it has the term. */
  text: number
}

const separator = 0x0a
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
const isHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/** One or two units as a key that is a small integer, which a map finds in a fifth of the time that a text takes. */
const keyOf = (first: number, second: number) => (first << 16) | second
const termOf = (key: number) =>
  (key & 0xffff) === 0 ? String.fromCharCode(key >>> 16) : String.fromCharCode(key >>> 16, key & 0xffff)

/**
 * Counts the terms of one and two characters in texts as `searchedText` makes them, and the empty one, which is in all of
 * them. What `like` cannot be asked for is no term: a separator, half of a character.
 */
export const makeTermCounts = () => {
  const counts = new Map<number, Count>()
  let texts = 0
  let all = 0

  const count = (key: number, sign: number, isNamed: boolean) => {
    const known = counts.get(key)
    if (known === undefined) {
      counts.set(key, { named: isNamed ? sign : 0, anywhere: sign, text: texts })
    } else if (known.text !== texts) {
      known.text = texts
      known.anywhere += sign
      if (isNamed) known.named += sign
    }
  }

  return {
    /** Counts a text, or takes it back with -1. */
    add: (text: string, sign: 1 | -1): void => {
      texts++
      all += sign
      const named = text.lastIndexOf("\n")
      // What is named comes first, so a term is met there before it is met anywhere else.
      for (let place = 0, next = text.charCodeAt(0); place < text.length; place++) {
        const unit = next
        next = text.charCodeAt(place + 1)
        if (unit === separator) continue
        const isNamed = place < named
        if (!isHalf(unit)) count(keyOf(unit, 0), sign, isNamed)
        const isPair = isHalf(unit) || isHalf(next) ? isHigh(unit) && isLow(next) : place + 1 < text.length
        if (isPair && next !== separator) count(keyOf(unit, next), sign, isNamed)
      }
    },

    /** What has changed. The empty term is always there: that it is kept says that anything is. */
    changes: (): ReadonlyArray<TermCount> => {
      const changed: Array<TermCount> = [{ term: "", named: all, anywhere: all }]
      for (const [key, { anywhere, named }] of counts) {
        if (named !== 0 || anywhere !== 0) changed.push({ term: termOf(key), named, anywhere })
      }
      return changed
    }
  }
}
export type TermCounts = ReturnType<typeof makeTermCounts>
