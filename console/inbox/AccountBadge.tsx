import { Badge } from "../parts/Badge.tsx"
import { useText } from "../text/useText.ts"
import type { ConversationItem } from "./conversationTypes.ts"

/** Number, Page or account of a conversation. Visible if the organization has several, or if it is disconnected. */
export const AccountBadge = ({ conversation }: { readonly conversation: Pick<ConversationItem, "account"> }) => {
  const { inbox } = useText()
  const { account } = conversation
  if (account === undefined) return null
  if (account.accountId === null) return <Badge tone="warning">{inbox.disconnected}</Badge>
  return (
    <Badge>
      <bdi>{account.name || account.accountId}</bdi>
    </Badge>
  )
}
