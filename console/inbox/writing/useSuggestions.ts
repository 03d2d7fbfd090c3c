import { type KeyboardEvent, useEffect, useMemo, useState } from "react"
import { defineQuery } from "../../api/query.ts"
import { useSession } from "../../api/Session.ts"
import { useQuery } from "../../api/useQuery.ts"
import { membersQuery } from "../inboxQueries.ts"
import type { Suggestion } from "./SuggestionList.tsx"
import { foundMembers, type Mentionable, type SuggestionWord, suggestionWord } from "./suggestions.ts"

/** Maximum suggestions of a word. */
const maxSuggestions = 8

/** Saved replies by the beginning of their shortcut; none without a word. */
const repliesQuery = defineQuery("saved replies", async (parley, prefix: string | null, signal) =>
  prefix === null
    ? []
    : (await parley.savedReplies.list({ ...(prefix === "" ? {} : { prefix }), limit: maxSuggestions }, { signal }))
        .replies
)

/** Suggestions for the word at the caret, and the keys that choose one. */
export interface Suggestions {
  /** The word; null while the list is closed. */
  readonly word: SuggestionWord | null
  readonly suggestions: ReadonlyArray<Suggestion>
  readonly active: Suggestion | null
  readonly close: () => void
  /** Handles a key of the text field; true if it was one of the list. */
  readonly onKey: (event: KeyboardEvent, choose: (suggestion: Suggestion) => void) => boolean
}

/** Members of the organization that can be mentioned, without the current user. */
export const useMentionable = (): ReadonlyArray<Mentionable> => {
  const { user } = useSession()
  const [members] = useQuery(membersQuery, null)
  const known = members.state === "ready" ? members.value.members : null
  return useMemo(
    () =>
      (known ?? []).flatMap(({ email, name, userId }) =>
        userId === null || userId === user.id ? [] : [{ id: userId, name, email }]
      ),
    [known, user.id]
  )
}

export const useSuggestions = (text: string, caret: number, mode: "reply" | "note"): Suggestions => {
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const found = suggestionWord(text, caret, mode)
  const word = found === null || found.start === closedAt ? null : found
  const members = useMentionable()
  const [replies] = useQuery(repliesQuery, word?.kind === "reply" ? word.query.toLowerCase() : null)
  const listed = replies.state === "ready" ? replies.value : []
  const suggestions: ReadonlyArray<Suggestion> =
    word === null
      ? []
      : word.kind === "member"
        ? foundMembers(members, word.query)
            .slice(0, maxSuggestions)
            .map(({ email, id, name }) => ({ id, title: name || email, detail: name === "" ? "" : email }))
        : listed.map(({ id, shortcut, text: content }) => ({ id, title: `/${shortcut}`, detail: content }))
  const key = word === null ? null : `${word.start} ${word.query}`
  useEffect(() => setIndex(0), [key])
  useEffect(() => {
    if (found === null) setClosedAt(null)
  }, [found === null])
  const active = suggestions[Math.min(index, suggestions.length - 1)] ?? null
  const close = () => setClosedAt(found?.start ?? null)
  const onKey: Suggestions["onKey"] = (event, choose) => {
    if (word === null || event.nativeEvent.isComposing) return false
    const count = suggestions.length
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (count > 0) setIndex((before) => (before + (event.key === "ArrowDown" ? 1 : count - 1)) % count)
        break
      case "Enter":
      case "Tab":
        if (active === null || event.shiftKey) return false
        choose(active)
        break
      case "Escape":
        close()
        break
      default:
        return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { word, suggestions, active, close, onKey }
}
