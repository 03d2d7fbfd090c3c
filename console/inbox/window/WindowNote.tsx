import { useMemo } from "react"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { openWindow } from "../../../src/domain/conversations/MessagingWindow.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useLive } from "../../live/useLive.ts"
import { useAtom } from "../../app/atoms.ts"
import { secondAtom } from "../../app/now.ts"
import { Badge } from "../../parts/Badge.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import type { Conversation } from "../conversationTypes.ts"
import { otherWindowQuery, recentMessagesQuery } from "./recentMessages.ts"
import { formatLeft, type WindowState, windowState } from "./windowState.ts"

const opening = ["message.received", "message.reaction", "postback"] as const

/**
 * Messaging window of the conversation's contact and account, updated each second; null until loaded. Messages in their
 * other conversations open it too.
 */
export const useWindow = ({
  account,
  channel,
  contactId,
  id
}: Pick<Conversation, "id" | "contactId" | "channel" | "account">): WindowState | null => {
  const on = useMemo(() => ({ types: opening, conversationId: id }), [id])
  const [recent] = useQuery(recentMessagesQuery, id, { on })
  const accountId = account?.id ?? null
  const owner = useMemo(
    () => ({ conversationId: id, contactId, channel, accountId }),
    [id, contactId, channel, accountId]
  )
  const [other, reloadOther] = useQuery(otherWindowQuery, owner, { on: { types: ["conversation.opened"] } })
  useLive({ types: ["message.received"] }, (event) => {
    if (event.event === "message.received" && event.data.contact_id === contactId) reloadOther()
  })
  const now = useAtom(secondAtom)
  if (recent.state !== "ready" || other.state !== "ready") return null
  const { window } = recent.value
  return windowState(channel, other.value.openedAt === null ? window : openWindow(window, other.value.openedAt), now)
}

/** Permitted messages and the remaining time. */
export const WindowNote = ({ channel, state }: { readonly channel: Channel; readonly state: WindowState | null }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  if (state === null) return null
  const { window } = inbox.conversation
  const left = state.left === null ? "" : formatLeft(language, state.left)
  const group = channel === "whatsapp" ? "whatsapp" : "other"
  switch (state.kind) {
    case "open":
      return <Badge tone={(state.left ?? 0) < 3_600_000 ? "warning" : "success"}>{window.open(left)}</Badge>
    case "humanAgent":
      return <Badge tone="warning">{window.humanAgent(left)}</Badge>
    case "closed":
      return <Badge tone="danger">{window.closed[group]}</Badge>
    case "never":
      return <Badge tone="danger">{window.never[group]}</Badge>
  }
}
