import type { ContactSearch } from "../../domain/ContactSearch.ts"

/** What is between the parts of the searched text, as `searchedText` joins them: name, digits of the number, e-mail. */
const separator = "\n"

/** The text itself as a part of a `like` pattern. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/**
 * The `like` patterns of a search: a contact is found by `isFound` of the domain exactly when one of them matches its
 * searched text. A term holds no separator, so where it matches is told by the separators around it.
 */
export const searchPatterns = ({ digits, fields, text }: ContactSearch): ReadonlyArray<string> => {
  const anywhere = `%${literally(text)}%`
  const inFields = fields === "name and phone" ? `${anywhere}${separator}%` : anywhere
  return digits === null || digits === text ? [inFields] : [inFields, `%${separator}%${digits}%${separator}%`]
}

/** Characters that stand together in the index: who is looked for by fewer is not found by it. */
const indexed = 3

/** Whether the index is of no use to the search, since it knows no part of it. */
export const isShortTerm = ({ digits, text }: ContactSearch): boolean =>
  text.length < indexed && (digits === null || digits.length < indexed)
