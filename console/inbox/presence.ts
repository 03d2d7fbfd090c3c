import { Atom } from "effect/reactivity"
import { useEffect, useState } from "react"
import type { PresentMember } from "../../client/promise/SessionMethods.ts"
import { presenceIntervalSeconds } from "../../src/domain/conversations/Presence.ts"
import { useParley } from "../api/Session.ts"
import { registry, useAtom } from "../app/atoms.ts"

/** A member that has not typed for this long is only looking, in milliseconds: every other member asks once meanwhile. */
const typingFor = (presenceIntervalSeconds + 1) * 1_000

/** The conversation that is typed in; null when none is. */
const typingAtom: Atom.Writable<string | null> = Atom.keepAlive(Atom.make<string | null>(null))

let rest: ReturnType<typeof setTimeout> | undefined

/** The member types in a conversation. */
export const noteTyping = (conversationId: string): void => {
  clearTimeout(rest)
  registry.set(typingAtom, conversationId)
  rest = setTimeout(() => registry.set(typingAtom, null), typingFor)
}

/** The member has sent what they typed. */
export const noteSent = (): void => {
  clearTimeout(rest)
  registry.set(typingAtom, null)
}

/**
 * Says that the conversation is on the screen, as long as it is and the page is not hidden, and who else has it there.
 * `met` is called each time another member is there: they may have changed the conversation.
 */
export const usePresence = (conversationId: string, met: () => void): ReadonlyArray<PresentMember> => {
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
          if (answer.others.length > 0) met()
        },
        // No member is shown rather than one that may have left.
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
