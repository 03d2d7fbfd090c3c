import { useQuery } from "../../api/useQuery.ts"
import { useText } from "../../text/useText.ts"
import type { ConversationProps } from "../conversationTypes.ts"
import { ReferralNote } from "../thread/ReferralNote.tsx"
import { recentMessagesQuery } from "../window/recentMessages.ts"

/** The latest ad, post or link through which the contact wrote. */
export const LastReferral = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const [recent] = useQuery(recentMessagesQuery, conversation.id)
  if (recent.state !== "ready" || recent.value.referral === null) return null
  return (
    <section aria-label={inbox.conversation.panel.referral}>
      <ReferralNote referral={recent.value.referral} />
    </section>
  )
}
