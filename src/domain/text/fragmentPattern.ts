/** Characters to which a pattern gives a meaning. */
const special = /[\\^$.*+?()[\]{}|]/

/** The small sigma inside of a word, and that at its end, which no change of case gives. */
const sigma = "σ"
const finalSigma = "ς"

/** A character in each case that is one character again: `ß` has no other, since its capital form is `SS`. */
const formsOf = (character: string): ReadonlySet<string> => {
  const upper = character.toUpperCase()
  const lower = character.toLowerCase()
  const forms = [character, upper, lower, upper.toLowerCase(), lower.toUpperCase()]
  if (forms.includes(sigma)) forms.push(finalSigma)
  return new Set(forms.filter((form) => Array.from(form).length === 1))
}

/**
 * A pattern that matches the fragment in capitals and small letters, and everything else of it literally. JavaScript (with
 * the flag `u`) and Postgres find the same by it, in any language of the database: no case is left for either to know.
 */
export const fragmentPattern = (fragment: string): string =>
  Array.from(fragment, (character) => {
    const forms = formsOf(character)
    return forms.size > 1 ? `[${[...forms].join("")}]` : character.replace(special, String.raw`\$&`)
  }).join("")

/**
 * The first match of a pattern of `fragmentPattern`: its index in UTF-16 units, and the matched text; null without a
 * match.
 */
export const firstMatch = (text: string, pattern: string): { readonly at: number; readonly match: string } | null => {
  const found = new RegExp(pattern, "u").exec(text)
  return found === null ? null : { at: found.index, match: found[0] }
}
