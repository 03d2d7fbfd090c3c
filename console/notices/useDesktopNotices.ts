import { useEffect, useState } from "react"
import { useParley } from "../api/Session.ts"
import { registry } from "../app/atoms.ts"
import { navigate } from "../app/navigation.ts"
import { useLive } from "../live/useLive.ts"
import { useText } from "../text/useText.ts"
import { followMainTab, isMainTabAtom } from "./mainTab.ts"
import { noticeText } from "./noticeText.ts"
import { hasSound, playSound } from "./sound.ts"

const isSupported = "Notification" in window

/**
 * Shows a desktop notification for a new message while the page is hidden, in one tab of the browser, with a sound if
 * the member wants it. Returns the function that requests the permission; null if it is not needed.
 */
export const useDesktopNotices = (): (() => void) | null => {
  const { inbox } = useText()
  const parley = useParley()
  const [permission, setPermission] = useState(isSupported ? Notification.permission : "denied")
  useEffect(followMainTab, [])
  useLive({ types: ["message.received"] }, (event) => {
    if (event.event !== "message.received" || document.visibilityState === "visible") return
    if (!registry.get(isMainTabAtom)) return
    if (hasSound()) playSound()
    if (permission !== "granted") return
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
  return () => void Notification.requestPermission().then(setPermission)
}
