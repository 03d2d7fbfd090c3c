import { Atom } from "effect/reactivity"
import { useEffect, useState } from "react"
import type { PresentMember } from "../../client/promise/SessionMethods.ts"
import { presenceIntervalSeconds } from "../../src/domain/conversations/Conversation.ts"
import { useParley } from "../api/Session.ts"
import { registry, useAtom } from "../app/atoms.ts"

/** Milliseconds after the last key press until typing ends. Every other member polls once within this time. */
const typingFor = (presenceIntervalSeconds + 1) * 1_000

/** The conversation in which the member types; null without one. */
const typingAtom: Atom.Writable<string | null> = Atom.keepAlive(Atom.make<string | null>(null))

let rest: ReturnType<typeof setTimeout> | undefined

/** Records typing in a conversation. */
export const noteTyping = (conversationId: string): void => {
  clearTimeout(rest)
  registry.set(typingAtom, conversationId)
  rest = setTimeout(() => registry.set(typingAtom, null), typingFor)
}

/** Ends typing after a send. */
export const noteSent = (): void => {
  clearTimeout(rest)
  registry.set(typingAtom, null)
}

/**
 * Reports that the conversation is open while the page is visible, and returns the other members there. `onOthers`
 * runs after each answer that names another member: they may have changed the conversation.
 */
export const usePresence = (conversationId: string, onOthers: () => void): ReadonlyArray<PresentMember> => {
  const parley = useParley()
  const [others, setOthers] = useState<ReadonlyArray<PresentMember>>([])
  const isTyping = useAtom(typingAtom) === conversationId
  useEffect(() => setOthers([]), [conversationId])
  useEffect(() => {
    const left = new AbortController()
    const beat = () => {
      if (document.visibilityState === "hidden") return
      parley.presence.enter(conversationId, { state: isTyping ? "typing" : "viewing" }, { signal: left.signal }).then(
        (answer) => {
          if (left.signal.aborted) return
          setOthers(answer.others)
          if (answer.others.length > 0) onOthers()
        },
        // After a failure the list is empty, because it may be outdated.
        () => {
          if (!left.signal.aborted) setOthers([])
        }
      )
    }
    beat()
    const timer = setInterval(beat, presenceIntervalSeconds * 1_000)
    document.addEventListener("visibilitychange", beat)
    return () => {
      left.abort()
      clearInterval(timer)
      document.removeEventListener("visibilitychange", beat)
    }
  }, [parley, conversationId, isTyping])
  return others
}
