import type { Array as Arr } from "effect"
import type { ContactSearch } from "../../domain/ContactSearch.ts"

/** What is between the parts of the searched text, as `searchedText` joins them: name, digits of the number, e-mail. */
const separator = "\n"

/** What is looked for in one way. */
export interface SearchPattern {
  /** The term as it stands in the searched text. */
  readonly term: string
  /** The `like` pattern that tells where it has to stand. */
  readonly pattern: string
}

/** The text itself as a part of a `like` pattern. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/**
 * The `like` patterns of a search: a contact is found by `isFound` of the domain exactly when one of them matches its
 * searched text. A term holds no separator, so where it matches is told by the separators around it.
 */
export const searchPatterns = ({ digits, fields, text }: ContactSearch): Arr.NonEmptyReadonlyArray<SearchPattern> => {
  const anywhere = `%${literally(text)}%`
  const asText = { term: text, pattern: fields === "name and phone" ? `${anywhere}${separator}%` : anywhere }
  return digits === null || digits === text
    ? [asText]
    : [asText, { term: digits, pattern: `%${separator}%${digits}%${separator}%` }]
}

/** Characters that stand together in the index: who is looked for by fewer is not found by it. */
const indexed = 3

/** Whether the index is of no use to the search, since it knows no part of it. */
export const isShortTerm = ({ digits, text }: ContactSearch): boolean =>
  text.length < indexed && (digits === null || digits.length < indexed)

/** Words of which the index is sure to know every three characters, whatever language the database is set to. */
const plainWords = /^[a-z0-9]{3,}(?: [a-z0-9]{3,})*$/

/** In a word that is shorter, every third place would leave two parts, which too many have both of. */
const longWord = 7

/** Parts of a word that leave out no character: from every second or third place on, and the last one. */
const partsOf = (word: string): ReadonlyArray<string> => {
  const step = word.length < longWord ? 2 : 3
  const last = word.length - indexed
  const places = word.length === indexed ? [] : Array.from({ length: Math.ceil(last / step) }, (_, n) => n * step)
  return [...places, last].map((place) => word.slice(place, place + indexed))
}

/**
 * What the index is asked for: parts that whoever has the term has all of. The index would look for every three characters
 * of a pattern, reading the places of each (some ten thousand for what is in one of a hundred names), while half of them
 * or fewer leave hardly more contacts to be looked at. Null for what the index has to make its own parts of.
 */
export const indexedParts = (term: string): ReadonlyArray<string> | null =>
  plainWords.test(term) ? [...new Set(term.split(" ").flatMap(partsOf))] : null
