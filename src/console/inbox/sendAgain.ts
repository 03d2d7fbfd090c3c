import type { SessionSendMessageRequest } from "../../client/promise/SessionMethods.ts"
import type { Conversation, Message } from "./conversationTypes.ts"

/** Media that was sent by its address can be sent by it again; a stored file has an address of the service only. */
const isPublic = (url: string): boolean => url.startsWith("https://") && !url.includes("/api/whatsapp/media/")

/**
 * The request that says a failed message once more; null where the service cannot send it over this interface. A template
 * is shown as its text, and that may only be sent within the window: it is not sent again.
 */
export const sendAgain = (
  message: Message,
  { channel, contact }: Pick<Conversation, "channel" | "contact">
): SessionSendMessageRequest | null => {
  if (message.direction !== "outbound" || message.status !== "failed") return null
  if (channel !== "whatsapp" || contact.phone === "") return null
  const to = contact.phone
  switch (message.type) {
    case "text":
      return message.content.text === "" || /^\[.*\]$/.test(message.content.text)
        ? null
        : { to, type: "text", text: message.content.text }
    case "location": {
      const { address, latitude, longitude, name } = message.content
      return { to, type: "location", location: { latitude, longitude, name, address } }
    }
    case "image":
    case "video": {
      const { caption, url } = message.content
      if (!isPublic(url)) return null
      const file = { url, ...(caption === "" ? {} : { caption }) }
      return message.type === "image" ? { to, type: "image", image: file } : { to, type: "video", video: file }
    }
    case "audio":
      return isPublic(message.content.url) ? { to, type: "audio", audio: { url: message.content.url } } : null
    case "document": {
      const { filename, url } = message.content
      return isPublic(url)
        ? { to, type: "document", document: { url, ...(filename === "" ? {} : { filename }) } }
        : null
    }
  }
}
