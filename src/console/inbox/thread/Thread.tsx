import { useQuery } from "../../api/useQuery.ts"
import { LoadedView } from "../../parts/states.tsx"
import { Composer } from "../Composer.tsx"
import { ContactPanel } from "../ContactPanel.tsx"
import { ConversationHeader } from "../ConversationHeader.tsx"
import { conversationEvents, conversationQuery } from "../inboxQueries.ts"
import { MessageList } from "./MessageList.tsx"

/** A conversation: its messages, the composer, and the contact. */
export const Thread = ({ conversationId }: { readonly conversationId: string }) => {
  const on = { types: conversationEvents, conversationId }
  const [conversation, reload] = useQuery(conversationQuery, conversationId, { on })
  return (
    <LoadedView loaded={conversation} reload={reload}>
      {(found) => (
        <div className="thread">
          <header className="thread-header">
            <ConversationHeader conversation={found} />
          </header>
          <MessageList conversation={found} />
          <div className="thread-composer">
            <Composer conversation={found} />
          </div>
          <aside className="thread-panel">
            <ContactPanel conversation={found} />
          </aside>
        </div>
      )}
    </LoadedView>
  )
}
