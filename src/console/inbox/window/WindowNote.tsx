import { useMemo } from "react"
import type { Channel } from "../../../domain/conversation/Channel.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { secondAtom } from "../../app/now.ts"
import { Badge } from "../../parts/Badge.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { recentMessagesQuery } from "./recentMessages.ts"
import { formatLeft, type WindowState, windowState } from "./windowState.ts"

/** How it is with the window of the conversation, each second anew; null while it is not known. */
export const useWindow = (conversationId: string, channel: Channel): WindowState | null => {
  const on = useMemo(
    () => ({ types: ["message.received", "message.reaction", "postback"] as const, conversationId }),
    [conversationId]
  )
  const [recent] = useQuery(recentMessagesQuery, conversationId, { on })
  const now = useAtom(secondAtom)
  return recent.state === "ready" ? windowState(channel, recent.value.window, now) : null
}

/** What may be sent, and for how long. */
export const WindowNote = ({ channel, state }: { readonly channel: Channel; readonly state: WindowState | null }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  if (state === null) return null
  const { window } = inbox.conversation
  const left = state.left === null ? "" : formatLeft(language, state.left)
  const place = channel === "whatsapp" ? "whatsapp" : "other"
  switch (state.kind) {
    case "open":
      return <Badge tone={(state.left ?? 0) < 3_600_000 ? "warning" : "success"}>{window.open(left)}</Badge>
    case "humanAgent":
      return <Badge tone="warning">{window.humanAgent(left)}</Badge>
    case "closed":
      return <Badge tone="danger">{window.closed[place]}</Badge>
    case "never":
      return <Badge tone="danger">{window.never[place]}</Badge>
  }
}
