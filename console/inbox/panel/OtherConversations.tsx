import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { AccountBadge } from "../AccountBadge.tsx"
import type { Contact } from "../contactQuery.ts"

/** Maximum number of visible conversations. */
const maxVisible = 20

const otherConversationsQuery = defineQuery("conversations of a contact", (parley, contactId: string, signal) =>
  parley.conversations.list({ contactId, limit: maxVisible + 1 }, { signal })
)

/** The contact's other conversations, last updated first. */
export const OtherConversations = ({
  contact,
  conversationId
}: {
  readonly contact: Contact
  readonly conversationId: string
}) => {
  const { common, inbox } = useText()
  const { panel } = inbox.conversation
  const on = { types: ["conversation.opened", "conversation.closed"] as const }
  const [listed, reload] = useQuery(otherConversationsQuery, contact.id, { on })
  if (contact.conversationCount < 2) return null
  return (
    <section className="panel-section" aria-label={panel.conversations}>
      <h3>{panel.conversations}</h3>
      <p className="muted">{panel.conversationCount(contact.conversationCount)}</p>
      <LoadedView loaded={listed} reload={reload}>
        {({ conversations }) => (
          <ul className="panel-list">
            {conversations
              .filter(({ id }) => id !== conversationId)
              .slice(0, maxVisible)
              .map((one) => (
                <li key={one.id}>
                  <Link href={`/inbox/${one.id}`}>
                    {common.channels[one.channel]}, {inbox.conversationStatuses[one.status]}
                  </Link>{" "}
                  <AccountBadge conversation={one} /> <RelativeTime at={one.updatedAt} />
                </li>
              ))}
          </ul>
        )}
      </LoadedView>
    </section>
  )
}
