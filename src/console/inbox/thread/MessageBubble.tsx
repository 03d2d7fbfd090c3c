import { useRef } from "react"
import { useAction } from "../../api/useAction.ts"
import { Button } from "../../parts/Button.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import type { SendRequest } from "../compose/Outgoing.ts"
import { requestSend } from "../compose/outgoingMessages.ts"
import type { Message, OfConversation } from "../conversationTypes.ts"
import { MessageContent } from "./MessageContent.tsx"
import { sendAgain } from "./sendAgain.ts"
import { useWindow } from "../window/WindowNote.tsx"
import { replyTag } from "../window/windowState.ts"

const Reactions = ({ message }: { readonly message: Message }) => {
  const { inbox } = useText()
  if (message.reactions === undefined) return null
  return (
    <ul className="reactions" aria-label={inbox.reactions}>
      {message.reactions.map(({ at, emoji, from }) => (
        <li key={`${from ?? "us"} ${at}`} className="reaction" title={from === null ? inbox.ours : inbox.theirs}>
          <bdi>{emoji}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Sends a failed message once more: as a new message, with a key so that a click sends it once. */
const Retry = ({ conversation, message, onSent }: OfConversation & Omit<BubbleProps, "isTarget">) => {
  const { inbox } = useText()
  const { channel, id } = conversation
  const tag = replyTag(useWindow(id, channel))
  const textOf = useFailureText()
  const key = useRef<string | null>(null)
  const send = useAction((parley, request: SendRequest) => {
    // The same click may be repeated by the browser or the reader; the key stays until the outcome is known.
    key.current ??= crypto.randomUUID()
    return requestSend(parley, id, request, key.current)
  })
  const request = sendAgain(message, conversation, tag)
  if (request === null) return null
  const run = async () => {
    const outcome = await send.run(request)
    const isOpen = "failure" in outcome && outcome.failure.kind === "offline"
    if (!isOpen) key.current = null
    if ("value" in outcome) onSent()
  }
  return (
    <span className="message-retry">
      <Button tone="quiet" isBusy={send.isRunning} onClick={() => void run()} title={inbox.sendAgainHint}>
        {inbox.sendAgain}
      </Button>
      {send.failure !== null && <span role="alert">{textOf(send.failure)}</span>}
    </span>
  )
}

/** Ticks in words for everybody. */
const Status = ({ message }: { readonly message: Message }) => {
  const { inbox } = useText()
  if (message.direction === "inbound") return null
  const marks = { sent: "✓", delivered: "✓✓", read: "✓✓", failed: "!" }
  return (
    <span className={`message-status message-status-${message.status}`} title={inbox.statuses[message.status]}>
      <span aria-hidden>{marks[message.status]}</span>
      <span className={message.status === "failed" ? "" : "visually-hidden"}> {inbox.statuses[message.status]}</span>
    </span>
  )
}

interface BubbleProps {
  readonly message: Message
  /** Whether the reader was led to it. */
  readonly isTarget: boolean
  /** Another message was sent. */
  readonly onSent: () => void
}

/** A message with its time, and what became of it. */
export const MessageBubble = ({ conversation, isTarget, message, onSent }: OfConversation & BubbleProps) => {
  const { inbox } = useText()
  const failure = message.error
  return (
    <li className={`message message-${message.direction}`} id={`message-${message.id}`} data-message={message.id}>
      <article
        className={isTarget ? "bubble bubble-target" : "bubble"}
        aria-label={message.direction === "inbound" ? inbox.theirs : inbox.ours}
        aria-current={isTarget || undefined}
        tabIndex={isTarget ? -1 : undefined}
      >
        {message.deletedAt === undefined ? (
          <MessageContent message={message} />
        ) : (
          <p className="muted message-deleted">{inbox.deleted}</p>
        )}
        <Reactions message={message} />
        <footer className="message-foot">
          {message.editedAt !== undefined && message.deletedAt === undefined && (
            <span title={message.editedAt}>{inbox.edited}</span>
          )}
          <ExactTime at={message.timestamp} format="time" />
          <Status message={message} />
        </footer>
        {failure !== undefined && (
          <p className="field-error" dir="auto">
            {[failure.title, failure.message]
              .filter((text, at, all) => text !== "" && all.indexOf(text) === at)
              .join(": ")}
            {failure.code === 0 ? "" : ` (${failure.code})`}
          </p>
        )}
        {message.status === "failed" && <Retry conversation={conversation} message={message} onSent={onSent} />}
      </article>
    </li>
  )
}
