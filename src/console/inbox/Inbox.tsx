import { useEffect, useState } from "react"
import { navigate, usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import { Link } from "../app/Link.tsx"
import { EmptyState } from "../parts/states.tsx"
import { useLive } from "../live/useLive.ts"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { ConversationList } from "./ConversationList.tsx"
import { DesktopNotices } from "./DesktopNotices.tsx"
import "./inbox.css"
import { runInboxCommand, useInboxCommand } from "./inboxCommands.ts"
import { listHref } from "./inboxFilters.ts"
import { commandOf } from "./inboxKeys.ts"
import { KeyboardHelp } from "./KeyboardHelp.tsx"
import { Thread } from "./thread/Thread.tsx"
import { useMarkUnread } from "./useMarkUnread.ts"

/** These have the keys while they are open above the inbox, wherever the focus is. */
const above = "[role=dialog], [role=menu], [role=listbox]"

/** Keys of the inbox, as long as it is shown. */
const useKeys = () => {
  useEffect(() => {
    let isCovered = false
    // A key that closes a dialog has done so before the event is here.
    const begun = () => {
      isCovered = document.querySelector(above) !== null
    }
    const pressed = (event: KeyboardEvent) => {
      const command = isCovered ? null : commandOf(event, event.target)
      if (command !== null && runInboxCommand(command)) event.preventDefault()
    }
    document.addEventListener("keydown", begun, { capture: true })
    document.addEventListener("keydown", pressed)
    return () => {
      document.removeEventListener("keydown", begun, { capture: true })
      document.removeEventListener("keydown", pressed)
    }
  }, [])
}

/** Leaves the open conversation when another member gets it, and the reader may not see it any more. */
const useGone = (openId: string | null, closedHref: string) => {
  const { inbox } = useText()
  const toast = useToast()
  const types = ["conversation.gone"] as const
  useLive(openId === null ? { types: [] } : { types, conversationId: openId }, () => {
    toast({ title: inbox.gone })
    navigate(closedHref, { replace: true })
  })
}

/** The section `inbox`: the conversations, and the one that is open. */
const Inbox = () => {
  const { inbox } = useText()
  const { path, query } = usePlace()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openId = idsIn("/inbox/:conversationId", path)?.["conversationId"] ?? null
  useKeys()
  useInboxCommand("help", () => setHelpOpen(true))
  const closedHref = listHref(query)
  const markUnread = useMarkUnread(openId, closedHref)
  useGone(openId, closedHref)
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
