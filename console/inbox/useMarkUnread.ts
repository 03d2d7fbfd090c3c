import { useAction } from "../api/useAction.ts"
import { navigate } from "../app/navigation.ts"
import { useFailureText } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { conversationListQuery, conversationQuery } from "./inboxQueries.ts"

/**
 * Marks a conversation as unread. An open one is closed first by navigating to `listHref`, and its cached value is
 * dropped, because an open conversation marks itself as read.
 */
export const useMarkUnread = (openId: string | null, listHref: string): ((conversationId: string) => void) => {
  const { inbox } = useText()
  const toast = useToast()
  const failureText = useFailureText()
  const { run } = useAction((parley, id: string) => parley.conversations.unread(id))
  return (conversationId) => {
    if (conversationId === openId) navigate(listHref)
    void run(conversationId).then((outcome) => {
      if ("failure" in outcome) {
        toast({ title: inbox.notMarkedUnread, description: failureText(outcome.failure), tone: "danger" })
        return
      }
      toast({ title: inbox.markedUnread })
      for (const query of [conversationListQuery, conversationQuery]) query.reload()
    })
  }
}
