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
import { formatLeft, shortLeft, type WindowState, windowState } from "./windowState.ts"

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

/** Remaining milliseconds below which the chip warns, and shows more than hours. */
const soon = 2 * 3_600_000

/** Permitted messages and the remaining time in a few words; the whole sentence is its title. */
export const WindowChip = ({ channel, state }: { readonly channel: Channel; readonly state: WindowState | null }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  if (state === null) return null
  const { window } = inbox.conversation
  const { chips } = inbox.thread.composer
  if (state.kind === "never" || state.kind === "closed") {
    return <Badge tone="danger">{channel === "whatsapp" ? chips.templateOnly : chips.closed}</Badge>
  }
  const left = state.left ?? 0
  const whole = formatLeft(language, left)
  const sentence = state.kind === "open" ? window.open(whole) : window.humanAgent(whole)
  const isSoon = state.kind === "humanAgent" || left < soon
  return (
    <Badge tone={isSoon ? "warning" : "plain"}>
      <span title={sentence}>{chips.left(left < soon ? whole : shortLeft(language, left))}</span>
    </Badge>
  )
}

/** Why no message can be sent now, and what to do. */
export const WindowNote = ({ channel, state }: { readonly channel: Channel; readonly state: WindowState | null }) => {
  const { window } = useText().inbox.conversation
  if (state?.kind !== "closed" && state?.kind !== "never") return null
  return <p className="composer-note">{window[state.kind][channel === "whatsapp" ? "whatsapp" : "other"]}</p>
}
