import { useState } from "react"
import { useParley } from "../../api/Session.ts"
import { Button } from "../../parts/Button.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { outcomeUnknown } from "../compose/Outgoing.ts"
import { sendMessage } from "../compose/outgoingMessages.ts"
import type { Message, ConversationProps } from "../conversationTypes.ts"
import { MessageContent } from "./MessageContent.tsx"
import { MessageMenu } from "./MessageMenu.tsx"
import { ContextNote } from "./ContextNote.tsx"
import { Quote } from "./Quote.tsx"
import { ReferralNote } from "./ReferralNote.tsx"
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

/** Sends a failed message again, as a new outgoing message. */
const Retry = ({ conversation, message }: ConversationProps & { readonly message: Message }) => {
  const { inbox } = useText()
  const parley = useParley()
  const { id } = conversation
  const tag = replyTag(useWindow(conversation))
  const [isBusy, setBusy] = useState(false)
  const again = sendAgain(message, conversation, tag)
  if (again === null) return null
  const run = () => {
    setBusy(true)
    void sendMessage(parley, { conversationId: id, ...again }).finally(() => setBusy(false))
  }
  return (
    <span className="message-retry">
      <Button tone="quiet" isBusy={isBusy} onClick={run} title={inbox.sendAgainHint}>
        {inbox.sendAgain}
      </Button>
    </span>
  )
}

/** Status as an icon, with a label for screen readers. */
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

/** The code at the start of a platform's text, shown after it instead. */
const codePrefix = /^\(#\d+\)\s*/

/** Reason of a failure. A send with an unknown outcome may have arrived. */
const FailureText = ({ error }: { readonly error: NonNullable<Message["error"]> }) => {
  const { inbox } = useText()
  if (error.code === outcomeUnknown) return <p className="field-error">{inbox.conversation.outgoing.states.doubtful}</p>
  return (
    <p className="field-error" dir="auto">
      {[error.title, error.message.replace(codePrefix, "")]
        .filter((text, at, all) => text !== "" && all.indexOf(text) === at)
        .join(": ")}
      {error.code > 0 && ` (${error.code})`}
    </p>
  )
}

interface BubbleProps {
  readonly message: Message
  /** Whether the message is the target of a link. */
  readonly isTarget: boolean
  /** Whether Tab reaches the menu of the message; arrow keys lead to the others. */
  readonly isTabbable: boolean
  /** Opens the message of the conversation with this id. */
  readonly onShow: (id: string) => void
}

/** Element id of a message. */
export const messageElement = (id: string): string => `message-${id}`

/** A message with its time and status. */
export const MessageBubble = ({
  conversation,
  isTabbable,
  isTarget,
  message,
  onShow
}: ConversationProps & BubbleProps) => {
  const { inbox } = useText()
  const { replyTo } = message
  return (
    <li
      className={`message message-${message.direction}`}
      id={messageElement(message.id)}
      data-message={message.id}
      aria-current={isTarget || undefined}
      tabIndex={-1}
    >
      <article
        className={isTarget ? "bubble bubble-target" : "bubble"}
        aria-label={message.direction === "inbound" ? inbox.theirs : inbox.ours}
      >
        {replyTo !== undefined && <Quote replyTo={replyTo} onShow={onShow} />}
        {message.context !== undefined && <ContextNote context={message.context} />}
        {message.referral !== undefined && <ReferralNote referral={message.referral} />}
        {message.deletedAt === undefined ? (
          <MessageContent message={message} hasStyles={conversation.channel === "whatsapp"} />
        ) : (
          <p className="muted message-deleted">{inbox.deleted}</p>
        )}
        <Reactions message={message} />
        <footer className="message-foot">
          {message.agent !== undefined && <bdi className="message-agent">{message.agent.name}</bdi>}
          {message.editedAt !== undefined && message.deletedAt === undefined && (
            <span title={message.editedAt}>{inbox.edited}</span>
          )}
          <ExactTime at={message.timestamp} format="time" />
          <Status message={message} />
        </footer>
        {message.error !== undefined && <FailureText error={message.error} />}
        {message.status === "failed" && <Retry conversation={conversation} message={message} />}
      </article>
      <MessageMenu conversation={conversation} message={message} isTabbable={isTabbable} />
    </li>
  )
}
