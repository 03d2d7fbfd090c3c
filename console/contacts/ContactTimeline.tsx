import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import { defineQuery } from "../api/query.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { AccountBadge } from "../inbox/AccountBadge.tsx"
import type { ConversationItem, Message } from "../inbox/conversationTypes.ts"
import { PreviewText } from "../inbox/PreviewText.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { ChannelMark } from "../parts/ChannelMark.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"

/** Conversations of a page, and messages of a conversation that is open. */
const pageSize = 20
const messageCount = 10

const conversationsQuery = defineQuery(
  "timeline",
  (parley, { contactId, page }: { readonly contactId: string; readonly page: number }, signal) =>
    parley.conversations.list({ contactId, page, limit: pageSize }, { signal })
)

const messagesQuery = defineQuery("timeline messages", (parley, conversationId: string, signal) =>
  parley.messages.list({ conversationId, limit: messageCount }, { signal })
)

/** The text of a message, or its kind in brackets. */
const textOf = (message: Message): string => {
  if (message.template !== undefined) return `[template: ${message.template.name}]`
  if (message.type === "text") return message.content.text
  return message.caption ?? `[${message.type}]`
}

const Line = ({ message }: { readonly message: Message }) => {
  const texts = useContactsText()
  const { conversationId, direction, id, status, timestamp } = message
  return (
    <li className={`timeline-line timeline-${direction}`}>
      <p className="timeline-text" dir="auto">
        <PreviewText text={textOf(message)} hasStyles={message.type === "text"} />
      </p>
      <Link href={`/inbox/${conversationId}?message=${id}`} className="timeline-time" title={texts.openMessage}>
        {direction === "inbound" ? texts.received : texts.sent} <ExactTime at={timestamp} />
        {status === "failed" && <> · {texts.notDelivered}</>}
      </Link>
    </li>
  )
}

const Messages = ({ conversationId }: { readonly conversationId: string }) => {
  const texts = useContactsText()
  const on = { types: ["message.received", "message.sent"] as const, conversationId }
  const [loaded, reload] = useQuery(messagesQuery, conversationId, { on })
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ data, total }) => (
        <>
          <ol className="timeline-lines" aria-label={texts.messages}>
            {data.map((message) => (
              <Line key={message.id} message={message} />
            ))}
          </ol>
          {total > data.length && (
            <p className="muted">
              <Link href={`/inbox/${conversationId}`}>{texts.allMessages(total)}</Link>
            </p>
          )}
        </>
      )}
    </LoadedView>
  )
}

const Entry = ({ conversation, isFirst }: { readonly conversation: ConversationItem; readonly isFirst: boolean }) => {
  const texts = useContactsText()
  const { common, inbox } = useText()
  const [isOpen, setOpen] = useState(isFirst)
  const { channel, createdAt, id, status, updatedAt } = conversation
  return (
    <li className="timeline-entry">
      <div className="timeline-head">
        <span className="contact-channels">
          <ChannelMark channel={channel} />
        </span>
        <button type="button" className="timeline-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {common.channels[channel]} · <ExactTime at={createdAt} format="date" /> –{" "}
          <ExactTime at={updatedAt} format="date" />
        </button>
        <AccountBadge conversation={conversation} />
        <Badge tone={status === "closed" ? "plain" : "info"}>{inbox.conversationStatuses[status]}</Badge>
        <Link href={`/inbox/${id}`}>{texts.openInInbox}</Link>
      </div>
      {isOpen && <Messages conversationId={id} />}
    </li>
  )
}

/** All conversations of a contact on all channels, the last updated first, each with its latest messages. */
export const ContactTimeline = ({ contactId }: { readonly contactId: string }) => {
  const texts = useContactsText()
  const { common } = useText()
  const [page, setPage] = useState(1)
  const on = { types: ["conversation.opened", "conversation.closed"] as const }
  const [loaded, reload] = useQuery(conversationsQuery, { contactId, page }, { on })
  return (
    <section className="section" aria-label={texts.timeline}>
      <h2>{texts.timeline}</h2>
      <LoadedView loaded={loaded} reload={reload}>
        {({ conversations, hasNext }) => (
          <>
            {conversations.length === 0 && <EmptyState title={texts.noConversations} />}
            <ol className="timeline">
              {conversations.map((conversation, index) => (
                <Entry key={conversation.id} conversation={conversation} isFirst={index === 0 && page === 1} />
              ))}
            </ol>
            {(page > 1 || hasNext) && (
              <div className="actions">
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {common.paging.previous}
                </Button>
                <Button disabled={!hasNext} onClick={() => setPage(page + 1)}>
                  {common.paging.next}
                </Button>
              </div>
            )}
          </>
        )}
      </LoadedView>
    </section>
  )
}
