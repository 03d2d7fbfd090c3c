import { type MediaContent, type OutgoingContent, type SendRequest, sendRequest } from "../compose/Outgoing.ts"
import type { Conversation, Message } from "../conversationTypes.ts"
import { mediaIdIn } from "./MediaFile.tsx"

/** How a file is sent again: at its public address, or as it was uploaded; null for any other. */
const fileAgain = (url: string, name: string): Pick<MediaContent, "url" | "upload"> | null => {
  const mediaId = mediaIdIn(url)
  if (mediaId !== null) return { url: "", upload: { mediaId, name } }
  return url.startsWith("https://") ? { url } : null
}

/** Text that can be sent as it is; kinds of messages that have no text of their own are shown in brackets. */
const isPlain = (text: string): boolean => text !== "" && !/^\[.*\]$/.test(text)

/** The content of the message, where it can be sent as it was. */
const contentAgain = (message: Exclude<Message, { readonly type: "location" }>): OutgoingContent | null => {
  if (message.type === "text") {
    const { text } = message.content
    return isPlain(text) ? { kind: "text", text } : null
  }
  const filename = message.type === "document" ? message.content.filename : ""
  const file = fileAgain(message.content.url, filename)
  const caption = message.type === "image" || message.type === "video" ? message.content.caption : ""
  return file === null ? null : { kind: message.type, ...file, caption, filename }
}

/**
 * The request that says a failed message once more; null where the service cannot send it over this interface. A template
 * is shown as its text, and that may only be sent within the window: it is not sent again. `tag`: what a reply needs now.
 */
export const sendAgain = (
  message: Message,
  { channel, contact }: Pick<Conversation, "channel" | "contact">,
  tag: "HUMAN_AGENT" | null
): SendRequest | null => {
  if (message.direction !== "outbound" || message.status !== "failed") return null
  if (channel === "whatsapp" && contact.phone === "") return null
  if (message.type === "location") {
    if (channel !== "whatsapp") return null
    const { address, latitude, longitude, name } = message.content
    return { channel, body: { to: contact.phone, type: "location", location: { latitude, longitude, name, address } } }
  }
  const content = contentAgain(message)
  if (content === null) return null
  return sendRequest(channel === "whatsapp" ? { channel, to: contact.phone } : { channel, tag }, content)
}
