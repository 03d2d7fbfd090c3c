import { useState } from "react"
import { useParley } from "../api/Session.ts"
import { navigate } from "../app/navigation.ts"
import { useLive } from "../live/useLive.ts"
import { Button } from "../parts/Button.tsx"
import { useText } from "../text/useText.ts"
import { noticeText } from "./noticeText.ts"

const isSupported = "Notification" in window

/** Shows a desktop notification for a new message while the page is hidden. Only a click requests the permission. */
export const DesktopNotices = () => {
  const { inbox } = useText()
  const parley = useParley()
  const [permission, setPermission] = useState(isSupported ? Notification.permission : "denied")
  useLive({ types: ["message.received"] }, (event) => {
    if (event.event !== "message.received" || permission !== "granted" || document.visibilityState === "visible") return
    const { conversationId, data } = event
    if (conversationId === null) return
    const show = (name: string) => {
      const notice = new Notification(name, {
        body: noticeText(data, inbox.previews),
        // A conversation has one notification.
        tag: conversationId
      })
      notice.addEventListener("click", () => {
        window.focus()
        navigate(`/inbox/${conversationId}`)
        notice.close()
      })
    }
    parley.conversations.get(conversationId).then(
      ({ contact }) => show(contact.name || contact.phone || inbox.newMessage),
      () => show(inbox.newMessage)
    )
  })
  if (permission !== "default") return null
  return (
    <div className="notices">
      <Button tone="quiet" onClick={() => void Notification.requestPermission().then(setPermission)}>
        {inbox.allowNotices}
      </Button>
    </div>
  )
}
