/** Colours of avatars. */
export const hues = 8

/** The number of the colour of an id, from 0 to `hues - 1`: the same in every browser. */
export const hueOf = (id: string): number => {
  let sum = 0
  for (let index = 0; index < id.length; index++) sum = (sum * 31 + id.charCodeAt(index)) % 65_521
  return sum % hues
}

const firstLetter = (word: string): string => {
  const { value: first } = new Intl.Segmenter().segment(word)[Symbol.iterator]().next()
  return first?.segment.toLocaleUpperCase() ?? ""
}

/** First letters of the first and the last word of a name; `#` for a number or an empty name. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return first === "" ? "#" : firstLetter(first) + firstLetter(last)
}
