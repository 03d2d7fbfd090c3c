import { useEffect, useMemo, useRef, useState } from "react"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { useParley, useSession } from "../../api/Session.ts"
import { type Answering, answerTo, textOfMessage } from "../compose/answering.ts"
import { Drafts, type DraftText } from "./Drafts.ts"
import { draftsQuery } from "./draftTexts.ts"
import { DraftSaver, type SavedDraft } from "./DraftSaver.ts"

const draftsOf = new Map<string, Drafts>()
const saverOf = new WeakMap<ParleySession, DraftSaver>()

const useDrafts = (): Drafts => {
  const { organization, user } = useSession()
  const owner = `${user.id}.${organization.id}`
  return useMemo(() => {
    const drafts = draftsOf.get(owner) ?? new Drafts(window.sessionStorage, owner)
    draftsOf.set(owner, drafts)
    return drafts
  }, [owner])
}

const useSaver = (drafts: Drafts): DraftSaver => {
  const parley = useParley()
  return useMemo(() => {
    const known = saverOf.get(parley)
    if (known !== undefined) return known
    const calls = {
      save: (id: string, draft: SavedDraft) => parley.drafts.save(id, draft),
      remove: (id: string) => parley.drafts.remove(id)
    }
    const saver = new DraftSaver(calls, (id) => drafts.keep(id))
    saverOf.set(parley, saver)
    return saver
  }, [parley, drafts])
}

/** Quotes the answered message of a stored draft above the text again. */
const restoreAnswer = async (parley: ParleySession, conversationId: string, id: string, signal: AbortSignal) => {
  const { data } = await parley.messages.list({ conversationId, around: id, limit: 1 }, { signal })
  const message = data.find((one) => one.id === id)
  if (message !== undefined) answerTo({ conversationId, message, text: textOfMessage(message) })
}

/**
 * Unsent text of a conversation, on every device of the member. The tab has text that the service has not stored yet,
 * which is newer than the stored draft. `isSaved` false: the member may not write here, and nothing is saved.
 */
export const useDraft = (
  conversationId: string,
  { answering, isSaved }: { readonly answering: Answering | null; readonly isSaved: boolean }
): readonly [DraftText, (changed: DraftText) => void] => {
  const parley = useParley()
  const drafts = useDrafts()
  const saver = useSaver(drafts)
  const [draft, setDraft] = useState<DraftText>(() => drafts.of(conversationId) ?? { text: "", mode: "reply" })
  const isTouched = useRef(draft.text !== "")
  /** Whether the list of conversations marks the draft. */
  const isListed = useRef(false)
  const latest = useRef(draft)
  latest.current = draft

  const record = (changed: DraftText, replyTo: string | null) => {
    drafts.keep(conversationId, changed)
    if (!isSaved) return
    const isEmpty = changed.text.trim() === ""
    saver.change(conversationId, isEmpty ? null : { ...changed, replyTo })
    if (isEmpty) void saver.flush().then(draftsQuery.reload)
    isListed.current = !isEmpty
  }
  const change = (changed: DraftText) => {
    isTouched.current = true
    setDraft(changed)
    if (changed.text.trim() !== "" || latest.current.text.trim() !== "") record(changed, answering?.message.id ?? null)
  }
  useEffect(() => {
    const left = new AbortController()
    parley.drafts
      .get(conversationId, { signal: left.signal })
      .then(
        ({ draft: stored }) => {
          if (left.signal.aborted || stored === null || isTouched.current) return
          setDraft({ text: stored.text, mode: stored.mode })
          isListed.current = true
          if (stored.replyTo !== null) return restoreAnswer(parley, conversationId, stored.replyTo, left.signal)
        },
        () => undefined
      )
      .catch(() => undefined)
    const hidden = () => {
      if (document.visibilityState === "hidden") void saver.flush()
    }
    document.addEventListener("visibilitychange", hidden)
    return () => {
      left.abort()
      document.removeEventListener("visibilitychange", hidden)
      void saver.flush().then(() => {
        if (isListed.current) draftsQuery.reload()
      })
    }
  }, [parley, conversationId, saver])
  const answered = answering?.message.id ?? null
  const before = useRef(answered)
  useEffect(() => {
    if (before.current === answered) return
    before.current = answered
    if (latest.current.text.trim() !== "" && isTouched.current) record(latest.current, answered)
  }, [answered])
  return [draft, change]
}
