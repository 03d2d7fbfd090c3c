import { useQuery } from "../../api/useQuery.ts"
import { LoadedView } from "../../parts/states.tsx"
import { Composer } from "../Composer.tsx"
import { ContactPanel } from "../ContactPanel.tsx"
import { ConversationHeader } from "../ConversationHeader.tsx"
import { conversationEvents, conversationQuery } from "../inboxQueries.ts"
import { useReadOnlyNotice } from "../useReadOnlyNotice.ts"
import { MessageList } from "./MessageList.tsx"

/** A conversation: its messages, the composer, and the contact. */
export const Thread = ({ conversationId }: { readonly conversationId: string }) => {
  const on = { types: conversationEvents, conversationId }
  const [conversation, reload] = useQuery(conversationQuery, conversationId, { on })
  const readOnlyNotice = useReadOnlyNotice(conversationId, conversation, reload)
  // The notice explains why it cannot be loaded again.
  const view =
    readOnlyNotice !== null && conversation.state === "ready" ? { ...conversation, failure: null } : conversation
  return (
    <LoadedView loaded={view} reload={reload}>
      {(found) => (
        <div className="thread">
          <header className="thread-header">
            <ConversationHeader conversation={found} isReadOnly={readOnlyNotice !== null} />
          </header>
          <MessageList conversation={found} />
          <div className="thread-composer">
            <Composer conversation={found} readOnlyNotice={readOnlyNotice} />
          </div>
          <aside className="thread-panel">{readOnlyNotice === null && <ContactPanel conversation={found} />}</aside>
        </div>
      )}
    </LoadedView>
  )
}
