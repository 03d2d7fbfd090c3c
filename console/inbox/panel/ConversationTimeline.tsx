import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { AccountBadge } from "../AccountBadge.tsx"
import type { Contact } from "../contactQuery.ts"
import type { ConversationItem } from "../conversationTypes.ts"
import { PreviewText } from "../PreviewText.tsx"

/** Maximum number of visible conversations. */
const maxVisible = 20

const timelineQuery = defineQuery("conversations of a contact", (parley, contactId: string, signal) =>
  parley.conversations.list({ contactId, limit: maxVisible }, { signal })
)

const types = ["conversation.opened", "conversation.closed", "conversation.updated"] as const

const Entry = ({
  conversation,
  isCurrent
}: {
  readonly conversation: ConversationItem
  readonly isCurrent: boolean
}) => {
  const { common, inbox } = useText()
  const { channel, createdAt, id, lastMessage, status, updatedAt } = conversation
  const name = common.channels[channel]
  return (
    <li className="timeline-entry" aria-current={isCurrent ? "true" : undefined}>
      <p className="timeline-head">
        {isCurrent ? (
          <strong>{inbox.list.timeline.current}</strong>
        ) : (
          <Link href={`/inbox/${id}?view=all`}>{name}</Link>
        )}
        <Badge tone={status === "closed" ? "plain" : "info"}>{inbox.conversationStatuses[status]}</Badge>
        <AccountBadge conversation={conversation} />
      </p>
      <p className="muted timeline-times">
        <ExactTime at={createdAt} format="date" />
        {" – "}
        <ExactTime at={updatedAt} format="date" />
      </p>
      {lastMessage !== null && (
        <p className="timeline-text">
          <PreviewText text={lastMessage.text} hasStyles={channel === "whatsapp"} />
        </p>
      )}
    </li>
  )
}

/** All conversations with the contact on every channel, last updated first. */
export const ConversationTimeline = ({
  contact,
  conversationId
}: {
  readonly contact: Contact
  readonly conversationId: string
}) => {
  const { inbox } = useText()
  const [listed, reload] = useQuery(timelineQuery, contact.id, { on: { types } })
  return (
    <section className="panel-section" aria-label={inbox.list.timeline.title}>
      <h3>{inbox.list.timeline.title}</h3>
      {contact.conversationCount > 1 && (
        <p className="muted">{inbox.conversation.panel.conversationCount(contact.conversationCount)}</p>
      )}
      <LoadedView loaded={listed} reload={reload}>
        {({ conversations }) => (
          <ol className="timeline">
            {conversations.map((one) => (
              <Entry key={one.id} conversation={one} isCurrent={one.id === conversationId} />
            ))}
          </ol>
        )}
      </LoadedView>
    </section>
  )
}
