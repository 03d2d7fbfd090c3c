import { Fragment, type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useParley } from "../../api/Session.ts"
import { useAtom } from "../../app/atoms.ts"
import { Link } from "../../app/Link.tsx"
import { changeQuery, navigate, usePlace } from "../../app/navigation.ts"
import { Button } from "../../parts/Button.tsx"
import { EmptyState, ErrorState, Loading } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { dayOf } from "../../text/times.ts"
import { useText } from "../../text/useText.ts"
import { outgoingAtom, removeShown } from "../compose/outgoingMessages.ts"
import type { ConversationProps } from "../conversationTypes.ts"
import { conversationHref } from "../inboxFilters.ts"
import { conversationListQuery, conversationQuery } from "../inboxQueries.ts"
import { MessageBubble, messageElement } from "./MessageBubble.tsx"
import { useMessages } from "./useMessages.ts"
import { nearEdge, useScrollPlace } from "./useScrollPlace.ts"

/** Marks the conversation as read while its end is visible and messages are unread. */
const useReadMark = (conversationId: string, unreadCount: number, isEndShown: boolean) => {
  const parley = useParley()
  useEffect(() => {
    const mark = () => {
      if (unreadCount === 0 || !isEndShown || document.visibilityState !== "visible") return
      parley.conversations.read(conversationId).then(
        () => {
          conversationListQuery.reload()
          // Each new message must change the number, so that the effect runs again.
          conversationQuery.reload()
        },
        // After a failure the messages stay unread until the next run.
        () => undefined
      )
    }
    mark()
    document.addEventListener("visibilitychange", mark)
    return () => document.removeEventListener("visibilitychange", mark)
  }, [parley, conversationId, unreadCount, isEndShown])
}

/** Scrolls to the end of the conversation when the member sends a message while older ones are visible. */
const useOwnMessages = (conversationId: string, isEndShown: boolean, toNewest: () => void) => {
  const sent = useAtom(outgoingAtom).filter((one) => one.conversationId === conversationId).length
  const before = useRef(sent)
  useEffect(() => {
    if (sent > before.current && !isEndShown) toNewest()
    before.current = sent
  }, [sent])
}

const menuButtons = ".message-menu button"

/** Moves the focus between the menus of messages by arrow keys, so that Tab passes one of them only. */
const moveBetweenMenus = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  const { target } = event
  if (step === 0 || !(target instanceof HTMLElement) || !target.matches(menuButtons)) return
  // The arrow keys of the button would open its menu.
  event.preventDefault()
  event.stopPropagation()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(menuButtons)]
  all[all.indexOf(target) + step]?.focus()
}

/** Removes the target message from the address once it is no longer loaded, so that it can be opened again. */
const useStaleTarget = (target: string | null, ids: ReadonlySet<string>) => {
  const visited = useRef<string | null>(null)
  useEffect(() => {
    if (target === null) visited.current = null
    else if (ids.has(target)) visited.current = target
    else if (visited.current === target) changeQuery({ message: null }, { replace: true })
  }, [target, ids])
}

/**
 * Messages of a conversation, oldest at the top. Scrolling to either end loads more. The address may name a target
 * message.
 */
export const MessageList = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { query } = usePlace()
  const toast = useToast()
  const target = query["message"] ?? null
  const newestHref = conversationHref(conversation.id, query)
  const toNewest = () => navigate(newestHref, { replace: true })
  const messagesOf = useMessages(conversation.id, target, () => {
    toast({ title: inbox.messageGone, tone: "danger" })
    changeQuery({ message: null }, { replace: true })
  })
  const { arrived, failure, isLoadingNewer, isLoadingOlder, loadNewer, loadOlder, reload, run } = messagesOf
  const isEndShown = run?.hasNewer !== true
  useReadMark(conversation.id, conversation.unreadCount, run !== null && isEndShown)
  useOwnMessages(conversation.id, isEndShown, toNewest)
  useLayoutEffect(() => {
    if (run !== null) removeShown()
  }, [run])
  const box = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => new Set(run?.messages.map(({ id }) => id)), [run])
  useStaleTarget(target, ids)
  // A loaded message that was opened after the first load.
  const [led, setLed] = useState<string | null>(null)
  useEffect(() => setLed(null), [target])
  // The message whose menu had the focus last; null: the newest one.
  const [reached, setReached] = useState<string | null>(null)
  const measure = useScrollPlace(box, { run, isEndShown, target })

  const scrolled = () => {
    measure()
    const element = box.current
    if (element === null || run === null || failure !== null || isLoadingOlder || isLoadingNewer) return
    const toEnd = element.scrollHeight - element.scrollTop - element.clientHeight
    if (element.scrollTop < nearEdge && run.hasOlder) loadOlder()
    else if (toEnd < nearEdge && run.hasNewer) loadNewer()
  }

  /** Opens a message: scrolls to it if it is loaded, else loads the messages around it. Back returns. */
  const show = (id: string) => {
    if (!ids.has(id)) return navigate(conversationHref(conversation.id, query, id))
    setLed(id)
    const element = document.getElementById(messageElement(id))
    element?.scrollIntoView({ block: "center" })
    element?.focus({ preventScroll: true })
  }

  if (run === null)
    return failure === null ? <Loading /> : <ErrorState failure={failure} onRetry={() => void reload()} />
  const messages = run.messages.toReversed()
  const tabbable = reached !== null && ids.has(reached) ? reached : messages.at(-1)?.id
  return (
    <div className="messages" ref={box} onScroll={scrolled} role="region" aria-label={inbox.messages} tabIndex={0}>
      <div className="messages-run">
        {run.hasOlder && (
          <div className="messages-more">
            <Button tone="quiet" isBusy={isLoadingOlder} onClick={loadOlder}>
              {inbox.loadOlder}
            </Button>
          </div>
        )}
        {failure !== null && <ErrorState failure={failure} onRetry={() => void reload()} />}
        {messages.length === 0 && <EmptyState title={inbox.noMessages} />}
        <ol
          className="messages-list"
          onKeyDownCapture={moveBetweenMenus}
          onFocus={({ target }) => {
            if (target.matches(menuButtons))
              setReached(target.closest("[data-message]")?.getAttribute("data-message") ?? null)
          }}
        >
          {messages.map((message, index) => {
            const before = messages[index - 1]
            const isNewDay = before === undefined || dayOf(before.timestamp) !== dayOf(message.timestamp)
            return (
              <Fragment key={message.id}>
                {isNewDay && (
                  <li className="messages-day">
                    <ExactTime at={message.timestamp} format="day" />
                  </li>
                )}
                <MessageBubble
                  message={message}
                  conversation={conversation}
                  isTarget={message.id === (led ?? target)}
                  isTabbable={message.id === tabbable}
                  onShow={show}
                />
              </Fragment>
            )
          })}
        </ol>
        {run.hasNewer && (
          <>
            <div className="messages-more">
              <Button tone="quiet" isBusy={isLoadingNewer} onClick={loadNewer}>
                {inbox.loadNewer}
              </Button>
            </div>
            <Link className="button messages-newest" href={newestHref}>
              {arrived === 0 ? inbox.toNewest : inbox.arrived(arrived)}
            </Link>
            <p className="visually-hidden" role="status">
              {arrived > 0 && inbox.arrived(arrived)}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
