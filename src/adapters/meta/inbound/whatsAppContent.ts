import type { Schema } from "effect"
import type { InboundMedia } from "../../../domain/Inbound.ts"
import type { MessageContent } from "../../../domain/MessageContent.ts"
import { idAt, isList, isObject, textAt, valueAt } from "./PlatformJson.ts"
import { given, type Said } from "./Said.ts"

/** The kinds that are a file. A voice note is audio; old reports call it `voice`. */
const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "voice", "document", "sticker"])

const mediaOf = (type: string, part: Schema.Json | undefined): ReadonlyArray<InboundMedia> => {
  const platformMediaId = idAt(part, "id")
  const url = textAt(part, "url") ?? textAt(part, "link")
  if (!fileTypes.has(type) || (platformMediaId === null && url === null)) return []
  const mimeType = textAt(part, "mime_type")
  return [
    { platformMediaId, url, mimeType, filename: textAt(part, "filename"), sha256: textAt(part, "sha256"), index: 0 }
  ]
}

/** What the message holds under the name of its type, in the words that messages are shown from. */
const contentOf = (type: string, part: Schema.Json | undefined): MessageContent => {
  if (type === "text") return given({ text: valueAt(part, "body") })
  if (type === "template" || type === "unsupported") return given({ [type]: part })
  if (isObject(part)) return part
  return isList(part) ? { [type]: part } : {}
}

/** The content of a WhatsApp message. A malformed part is never refused, since a person wrote the message. */
export const whatsAppContent = (message: Schema.Json): Said => {
  const type = textAt(message, "type") ?? "unknown"
  const part = valueAt(message, type)
  // What the platform does not pass on, and what got lost on the way to it, has errors in its place.
  const content = { ...contentOf(type, part), ...given({ errors: valueAt(message, "errors") }) }
  return { type, content, media: mediaOf(type, part) }
}
