import { Fragment, useEffect, useLayoutEffect, useMemo, useRef } from "react"
import { useParley } from "../../api/Session.ts"
import { Button } from "../../parts/Button.tsx"
import { EmptyState, ErrorState, Loading } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { dayOf } from "../../text/times.ts"
import { useText } from "../../text/useText.ts"
import type { OfConversation } from "../conversationTypes.ts"
import { conversationListQuery, conversationQuery } from "../inboxQueries.ts"
import { MessageBubble, messageElement } from "./MessageBubble.tsx"
import { settleShown } from "../compose/outgoingMessages.ts"
import { useMessages } from "./useMessages.ts"

/** Pixels from the beginning at which older messages are loaded, and from the end at which new ones scroll into view. */
const nearEdge = 160

/** Marks the conversation as read while it is shown in a visible page and something is unread. */
const useReadMark = (conversationId: string, unreadCount: number) => {
  const parley = useParley()
  useEffect(() => {
    const mark = () => {
      if (unreadCount === 0 || document.visibilityState !== "visible") return
      parley.conversations.read(conversationId).then(
        () => {
          conversationListQuery.reload()
          // One message more is one unread message again, and that has to be another number than before.
          conversationQuery.reload()
        },
        // What fails stays unread, and is marked the next time.
        () => undefined
      )
    }
    mark()
    document.addEventListener("visibilitychange", mark)
    return () => document.removeEventListener("visibilitychange", mark)
  }, [parley, conversationId, unreadCount])
}

/** The messages of a conversation, the oldest at the top; older ones are loaded while scrolling up. */
export const MessageList = ({ conversation }: OfConversation) => {
  const { inbox } = useText()
  const { failure, isLoadingOlder, loadOlder, reload, run } = useMessages(conversation.id)
  useReadMark(conversation.id, conversation.unreadCount)
  useLayoutEffect(() => {
    if (run !== null) settleShown()
  }, [run])
  const box = useRef<HTMLDivElement>(null)
  /** How far the end was away at the last look, and which message was the last. */
  const position = useRef({ fromEnd: 0, isAtEnd: true, oldest: "" })
  const messages = run === null ? [] : run.messages.toReversed()
  const ids = useMemo(() => new Set(run?.messages.map(({ id }) => id)), [run])
  const oldest = messages[0]?.id ?? ""

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const { fromEnd, isAtEnd, oldest: before } = position.current
    if (isAtEnd) element.scrollTop = element.scrollHeight
    else if (before !== oldest) element.scrollTop = element.scrollHeight - fromEnd
    position.current = { ...position.current, oldest, fromEnd: element.scrollHeight - element.scrollTop }
  }, [run, oldest])

  /** Files that are loaded make messages higher: the end stays in view. */
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (element === null || content === null || content === undefined) return
    const observer = new ResizeObserver(() => {
      if (position.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [run === null])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    const fromEnd = element.scrollHeight - element.scrollTop
    position.current = { ...position.current, fromEnd, isAtEnd: fromEnd - element.clientHeight < nearEdge }
    if (element.scrollTop < nearEdge && run?.hasOlder === true && !isLoadingOlder && failure === null) loadOlder()
  }

  const show = (id: string) => {
    const element = document.getElementById(messageElement(id))
    element?.scrollIntoView({ block: "center" })
    element?.focus({ preventScroll: true })
  }

  if (run === null)
    return failure === null ? <Loading /> : <ErrorState failure={failure} onRetry={() => void reload()} />
  return (
    <div className="messages" ref={box} onScroll={scrolled} role="region" aria-label={inbox.messages} tabIndex={0}>
      <div className="messages-run">
        {run.hasOlder && (
          <div className="messages-older">
            <Button tone="quiet" isBusy={isLoadingOlder} onClick={loadOlder}>
              {inbox.loadOlder}
            </Button>
          </div>
        )}
        {failure !== null && <ErrorState failure={failure} onRetry={() => void reload()} />}
        {messages.length === 0 && <EmptyState title={inbox.noMessages} />}
        <ol className="messages-list">
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
                  isLoaded={(id) => ids.has(id)}
                  onShow={show}
                />
              </Fragment>
            )
          })}
        </ol>
      </div>
    </div>
  )
}
