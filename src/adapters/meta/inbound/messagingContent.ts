import type { Schema } from "effect"
import type { InboundMedia } from "../../../domain/Inbound.ts"
import type { MessageContent } from "../../../domain/MessageContent.ts"
import { isObject, listAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { given, type Said } from "./Said.ts"

/** The kinds of attachments that are a file of the sender. */
const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "file", "sticker"])

/** The kinds that are the message; beside others, the text is. */
const isLead = (type: string): boolean => fileTypes.has(type) || type === "location"

const typeOf = (attachment: Schema.Json): string => textAt(attachment, "type") ?? "unknown"

const mediaOf = (attachment: Schema.JsonObject, index: number): ReadonlyArray<InboundMedia> => {
  const url = textAt(objectAt(attachment, "payload"), "url")
  if (url === null || !fileTypes.has(typeOf(attachment))) return []
  return [{ platformMediaId: null, url, mimeType: null, filename: null, sha256: null, index }]
}

/**
 * An attachment as it is, with what messages are shown from under the names that all channels have: the place of a
 * location, and the text beside a file.
 */
const shown = (attachment: Schema.JsonObject, text: string | null): MessageContent => {
  const payload = objectAt(attachment, "payload")
  if (payload === undefined) return attachment
  const place = objectAt(payload, "coordinates")
  const name = textAt(attachment, "title")
  return {
    ...attachment,
    payload: {
      ...payload,
      ...(place === undefined ? {} : { latitude: place["lat"] ?? null, longitude: place["long"] ?? null }),
      ...(place === undefined || name === null ? {} : { name }),
      ...(text === null ? {} : { caption: text })
    }
  }
}

/** What a message of Messenger or Instagram says. One message is one, however many attachments it has. */
export const messagingContent = (message: Schema.JsonObject): Said => {
  const text = textAt(message, "text")
  const attachments = listAt(message, "attachments").filter(isObject)
  const file = attachments.find((attachment) => isLead(typeOf(attachment)))
  const lead = file ?? (text === null ? attachments[0] : undefined)
  const words = text === null ? "unknown" : "text"
  const bare = valueAt(message, "is_unsupported") === true ? "unsupported" : words
  const story = objectAt(objectAt(message, "reply_to"), "story")
  return {
    type: lead === undefined ? bare : typeOf(lead),
    content: given({
      text,
      attachment: lead === undefined ? null : shown(lead, text),
      attachments: attachments.length > (lead === undefined ? 0 : 1) ? attachments : null,
      quick_reply: objectAt(message, "quick_reply"),
      reply_to: story === undefined ? null : { story }
    }),
    media: attachments.flatMap(mediaOf)
  }
}
