import { useMemo } from "react"
import type { Channel } from "../../../domain/conversation/Channel.ts"
import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { secondAtom } from "../../app/now.ts"
import { Badge } from "../../parts/Badge.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { formatLeft, type WindowMessage, type WindowState, windowOf, windowState } from "./windowState.ts"

/** Messages of one page, and pages that are searched for the last one of the person. */
const pageSize = 100
const maxPages = 5

/** The messages of a conversation, back to the last one that the person wrote. */
const windowQuery = defineQuery("window", async (parley, conversationId: string, signal) => {
  const found: Array<WindowMessage> = []
  let count = 0
  for await (const message of parley.messages.all({ conversationId, limit: pageSize }, { signal })) {
    found.push(message)
    count += 1
    if (message.direction === "inbound" || count === pageSize * maxPages) break
  }
  return windowOf(found)
})

/** How it is with the window of the conversation, each second anew; null while it is not known. */
export const useWindow = (conversationId: string, channel: Channel): WindowState | null => {
  const on = useMemo(
    () => ({ types: ["message.received", "message.reaction", "postback"] as const, conversationId }),
    [conversationId]
  )
  const [window] = useQuery(windowQuery, conversationId, { on })
  const now = useAtom(secondAtom)
  return window.state === "ready" ? windowState(channel, window.value, now) : null
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
