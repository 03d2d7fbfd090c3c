import type {
  TemplateComponent,
  WhatsAppContactCard,
  WhatsAppInteractive
} from "../../../client/promise/SessionMethods.ts"
import { type MediaContent, type OutgoingContent, type OutgoingTarget, sendRequest } from "../compose/Outgoing.ts"
import type { Conversation, Message } from "../conversationTypes.ts"
import { mediaIdIn } from "./mediaIdIn.ts"

/** Source of a file for another send: its public address or its upload; null for others. */
const fileAgain = (url: string, name: string): Pick<MediaContent, "url" | "upload"> | null => {
  const mediaId = mediaIdIn(url)
  if (mediaId !== null) return { url: "", upload: { mediaId, name } }
  return url.startsWith("https://") ? { url } : null
}

/** Whether the text can be sent. Messages without a text have their kind in brackets instead. */
const isPlain = (text: string): boolean => text !== "" && !/^\[.*\]$/.test(text)

const isComponent = (component: { readonly [name: string]: unknown }): component is TemplateComponent =>
  typeof component["type"] === "string"

/** The service checks the parts again. */
const isInteractive = (content: object): content is WhatsAppInteractive => "type" in content && "action" in content

const isCard = (card: unknown): card is WhatsAppContactCard =>
  typeof card === "object" && card !== null && "name" in card

/** Content in the form of the platform for another send; null for kinds that the console does not send. */
const originalAgain = ({ content, type }: NonNullable<Message["original"]>): OutgoingContent | null => {
  if (type === "interactive" && isInteractive(content)) return { kind: "interactive", interactive: content }
  const { contacts } = content
  if (type !== "contacts" || !Array.isArray(contacts)) return null
  const cards: ReadonlyArray<unknown> = contacts
  return { kind: "contacts", contacts: cards.filter(isCard) }
}

/** Content of a message that can be sent again unchanged. */
const contentAgain = (message: Message): OutgoingContent | null => {
  if (message.template !== undefined) {
    const { components, language, name } = message.template
    const valid = components.flatMap((component) => (isComponent(component) ? [component] : []))
    return { kind: "template", name, language, components: valid, preview: name }
  }
  if (message.original !== undefined) return originalAgain(message.original)
  switch (message.type) {
    case "text": {
      const { text } = message.content
      return isPlain(text) ? { kind: "text", text } : null
    }
    case "location":
      return { kind: "location", ...message.content }
    default: {
      const filename = message.type === "document" ? message.content.filename : ""
      const file = fileAgain(message.content.url, filename)
      if (file === null) return null
      const caption =
        message.type === "image" || message.type === "video" ? message.content.caption : (message.caption ?? "")
      return { kind: message.type, ...file, caption, filename }
    }
  }
}

/**
 * Content and target of a failed message for another send; null if this interface cannot send it. `tag`: required by a
 * reply now.
 */
export const sendAgain = (
  message: Message,
  { channel }: Pick<Conversation, "channel">,
  tag: "HUMAN_AGENT" | null
): { readonly target: OutgoingTarget; readonly content: OutgoingContent; readonly replyTo: string | null } | null => {
  if (message.direction !== "outbound" || message.status !== "failed") return null
  const content = contentAgain(message)
  const target: OutgoingTarget = channel === "whatsapp" ? { channel } : { channel, tag }
  return content === null || sendRequest(target, content) === null
    ? null
    : { target, content, replyTo: message.replyTo?.id ?? null }
}
