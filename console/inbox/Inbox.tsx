import { useEffect, useState } from "react"
import { navigate, usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import { Link } from "../app/Link.tsx"
import { EmptyState } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { ConversationList } from "./ConversationList.tsx"
import { DesktopNotices } from "./DesktopNotices.tsx"
import "./inbox.css"
import { runInboxCommand, useInboxCommand } from "./inboxCommands.ts"
import { listHref } from "./inboxFilters.ts"
import { commandOf, isInboxCovered } from "./inboxKeys.ts"
import { KeyboardHelp } from "./KeyboardHelp.tsx"
import { Thread } from "./thread/Thread.tsx"
import { useMarkUnread } from "./useMarkUnread.ts"

/** Keyboard shortcuts of the inbox while it is mounted. */
const useKeys = () => {
  useEffect(() => {
    // In the capture phase: a focused filter would select the option that begins with the letter.
    const pressed = (event: KeyboardEvent) => {
      const command = isInboxCovered() ? null : commandOf(event, event.target)
      if (command === null || !runInboxCommand(command)) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener("keydown", pressed, { capture: true })
    return () => document.removeEventListener("keydown", pressed, { capture: true })
  }, [])
}

/** The section `inbox`: the conversation list and the open conversation. */
const Inbox = () => {
  const { inbox } = useText()
  const { path, query } = usePlace()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openId = idsIn("/inbox/:conversationId", path)?.["conversationId"] ?? null
  useKeys()
  useInboxCommand("help", () => setHelpOpen(true))
  const closedHref = listHref(query)
  const markUnread = useMarkUnread(openId, closedHref)
  useInboxCommand("unread", () => {
    if (openId !== null) markUnread(openId)
  })
  useInboxCommand("open", () => {
    document.querySelector<HTMLElement>(".row[aria-current], .row")?.click()
  })
  useInboxCommand("back", () => navigate(closedHref))
  return (
    <div className={openId === null ? "inbox" : "inbox inbox-open"}>
      <h1 className="visually-hidden">{inbox.title}</h1>
      <div className="inbox-list">
        <ConversationList openId={openId} markUnread={markUnread} />
        <DesktopNotices />
      </div>
      <div className="inbox-thread">
        {openId === null ? (
          <EmptyState title={inbox.chooseConversation}>
            <p>{inbox.keysHint}</p>
          </EmptyState>
        ) : (
          <>
            <Link className="inbox-back" href={closedHref}>
              {inbox.back}
            </Link>
            <Thread key={openId} conversationId={openId} />
          </>
        )}
      </div>
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

export default Inbox
