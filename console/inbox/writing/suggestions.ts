/** The word at the caret that asks for suggestions. */
export interface SuggestionWord {
  readonly kind: "reply" | "member"
  /** The word without its sign. */
  readonly query: string
  /** Position of the sign in the text. */
  readonly start: number
  readonly end: number
}

const patterns = { reply: /(?:^|\s)\/([^\s/]{0,40})$/u, member: /(?:^|\s)@([^\s@]{0,60})$/u } as const

/** The word before the caret: `/` begins a saved reply in a reply, `@` a member in a note; null without one. */
export const suggestionWord = (text: string, caret: number, mode: "reply" | "note"): SuggestionWord | null => {
  const kind = mode === "reply" ? "reply" : "member"
  const query = patterns[kind].exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { kind, query, start: caret - query.length - 1, end: caret }
}

/** The text with the word replaced, and the caret behind the replacement. */
export const withReplaced = (
  text: string,
  { end, start }: SuggestionWord,
  replacement: string
): { readonly text: string; readonly caret: number } => ({
  text: `${text.slice(0, start)}${replacement}${text.slice(end)}`,
  caret: start + replacement.length
})

/** A member that a note can mention. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Members whose name or address contains the query, those that begin with it first. */
export const foundMembers = (members: ReadonlyArray<Mentionable>, query: string): ReadonlyArray<Mentionable> => {
  const wanted = query.toLowerCase()
  const rank = ({ email, name }: Mentionable): number => {
    const known = [name.toLowerCase(), email.toLowerCase()]
    if (known.some((text) => text.startsWith(wanted))) return 0
    return known.some((text) => text.includes(wanted)) ? 1 : 2
  }
  return members.filter((member) => rank(member) < 2).toSorted((one, other) => rank(one) - rank(other))
}

/** Ids of the members whose mention the text still contains. */
export const mentionsIn = (text: string, chosen: ReadonlyArray<Mentionable>): ReadonlyArray<string> => [
  ...new Set(chosen.flatMap(({ email, id, name }) => (text.includes(`@${name || email}`) ? [id] : [])))
]
