import { useRef } from "react"
import type { Failure } from "../../api/Failure.ts"
import { useAction } from "../../api/useAction.ts"
import { notesQuery } from "../lines/threadQueries.ts"
import { type Mentionable, mentionsIn } from "./suggestions.ts"
import { useMentionable } from "./useSuggestions.ts"

/** A note that is written: adds it, with the members that it mentions. */
export interface NoteWriting {
  /** Adds the note; false if the service refused it. */
  readonly add: (text: string) => Promise<boolean>
  /** The text that mentions the member; null for someone who is none. */
  readonly mention: (userId: string) => string | null
  readonly isRunning: boolean
  readonly failure: Failure | null
}

export const useNote = (conversationId: string): NoteWriting => {
  const members = useMentionable()
  const chosen = useRef<ReadonlyArray<Mentionable>>([])
  const { failure, isRunning, run } = useAction((parley, text: string) => {
    const mentions = mentionsIn(text, chosen.current)
    return parley.notes.add(conversationId, { text, ...(mentions.length === 0 ? {} : { mentions }) })
  })
  const add = async (text: string) => {
    const outcome = await run(text)
    notesQuery.reload()
    if ("value" in outcome) chosen.current = []
    return "value" in outcome
  }
  const mention = (userId: string) => {
    const member = members.find(({ id }) => id === userId)
    if (member === undefined) return null
    chosen.current = [...chosen.current, member]
    return `@${member.name || member.email} `
  }
  return { add, mention, isRunning, failure }
}
