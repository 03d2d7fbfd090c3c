import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import type { Contact } from "../contactQuery.ts"

/** The list has no filter for contacts, so only the newest part is searched. */
const searched = 100

const newestQuery = defineQuery("newest conversations", (parley, _: null, signal) =>
  parley.conversations.list({ limit: searched }, { signal })
)

/** Other conversations with the contact, among those that changed last. */
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
  const [newest, reload] = useQuery(newestQuery, null, { on })
  if (contact.conversationCount < 2) return null
  return (
    <section className="panel-section" aria-label={panel.conversations}>
      <h3>{panel.conversations}</h3>
      <p className="muted">{panel.conversationCount(contact.conversationCount)}</p>
      <LoadedView loaded={newest} reload={reload}>
        {({ conversations }) => (
          <>
            <ul className="panel-list">
              {conversations
                .filter((one) => one.contactId === contact.id && one.id !== conversationId)
                .map((one) => (
                  <li key={one.id}>
                    <Link href={`/inbox/${one.id}`}>
                      {common.channels[one.channel]}, {inbox.conversationStatuses[one.status]}
                    </Link>{" "}
                    <RelativeTime at={one.updatedAt} />
                  </li>
                ))}
            </ul>
            <p className="muted">{panel.searchedNewest}</p>
          </>
        )}
      </LoadedView>
    </section>
  )
}
