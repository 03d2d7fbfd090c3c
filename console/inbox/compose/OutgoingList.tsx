import { useEffect } from "react"
import { useParley } from "../../api/Session.ts"
import { useAtom } from "../../app/atoms.ts"
import { liveAtom } from "../../live/liveState.ts"
import { navigate, usePlace } from "../../app/navigation.ts"
import { Button } from "../../parts/Button.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { conversationHref } from "../inboxFilters.ts"
import { type Outgoing, outgoingText } from "./Outgoing.ts"
import { retryLost, discardMessage, redirected, outgoingAtom, sendOnceMore } from "./outgoingMessages.ts"

/** A message on its way, with the reason and what to do when it failed. */
const OutgoingMessage = ({ outgoing }: { readonly outgoing: Outgoing }) => {
  const { inbox } = useText()
  const parley = useParley()
  const failureText = useFailureText()
  const { outgoing: texts } = inbox.conversation
  const { content, failure, state } = outgoing
  const isOver = state !== "sending" && state !== "sent"
  return (
    <li className={`outgoing outgoing-${state}`}>
      <p className="outgoing-text" dir="auto">
        {outgoingText(content)}
      </p>
      <p className="outgoing-state" role={isOver ? "alert" : "status"}>
        {texts.states[state]}
        {failure !== null && ` ${failureText(failure)}`}
        {failure?.details != null && ` ${texts.platform(String(failure.details.code), failure.details.title)}`}
      </p>
      {isOver && (
        <div className="actions">
          <Button onClick={() => void sendOnceMore(parley, outgoing)}>
            {state === "lost" ? texts.ask : texts.retry}
          </Button>
          <Button tone="quiet" onClick={() => discardMessage(outgoing.id)}>
            {texts.discard}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Leads the reader to the other open conversation of the contact that took a message written in this closed one. */
const useRedirect = (conversationId: string, all: ReadonlyArray<Outgoing>) => {
  const { inbox } = useText()
  const { query } = usePlace()
  const toast = useToast()
  const movedTo = all.find(({ movedFrom }) => movedFrom === conversationId)?.conversationId ?? null
  useEffect(() => {
    if (movedTo === null) return
    redirected(conversationId)
    toast({ title: inbox.conversation.outgoing.moved })
    navigate(conversationHref(movedTo, query))
  }, [movedTo, conversationId])
}

/** Outgoing messages of a conversation. Lost answers are retried when the service is reachable again. */
export const OutgoingList = ({ conversationId }: { readonly conversationId: string }) => {
  const { inbox } = useText()
  const parley = useParley()
  const all = useAtom(outgoingAtom)
  const isLive = useAtom(liveAtom) === "live"
  useEffect(() => {
    if (isLive) retryLost(parley)
  }, [isLive, parley])
  useRedirect(conversationId, all)
  const own = all.filter((one) => one.conversationId === conversationId)
  if (own.length === 0) return null
  return (
    <ol className="outgoing-list" aria-label={inbox.conversation.outgoing.label}>
      {own.map((outgoing) => (
        <OutgoingMessage key={outgoing.id} outgoing={outgoing} />
      ))}
    </ol>
  )
}
