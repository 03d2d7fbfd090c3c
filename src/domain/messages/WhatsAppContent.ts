import { Schema } from "effect"
import type { PlatformMessageId } from "../Ids.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { SentFile, sentFileContent } from "../media/SentFile.ts"
import { ContactCards } from "./ContactCard.ts"
import { Interactive } from "./interactive/Interactive.ts"
import { type MessageContent, withoutNulls } from "./Message.ts"
import type { Named } from "../Named.ts"

/** Header, body and button values; Meta's component objects as they are, so that every kind of parameter passes. */
const TemplateComponents = Schema.Array(Schema.Record(Schema.String, Schema.Json))

/** A file. The platform fetches it at the URL, unless it has the file already. */
const file = { url: Schema.NonEmptyString, file: Schema.optionalKey(SentFile) }

/**
 * The message that it answers, by the id of this service or the platform's. Templates and reactions answer none
 * (contract: Answers to a message).
 */
const answer = { replyTo: Schema.optionalKey(Schema.NonEmptyString) }

/** The content of a WhatsApp message (contract: Developer WhatsApp; WhatsApp message types). */
export const WhatsAppContent = Schema.TaggedUnion({
  Template: {
    name: Schema.NonEmptyString,
    languageCode: Schema.NonEmptyString,
    components: Schema.NullOr(TemplateComponents)
  },
  Text: {
    ...answer,
    text: Schema.NonEmptyString,
    /** Whether the first address of the text is shown with a preview of its page. */
    previewUrl: Schema.optionalKey(Schema.Boolean)
  },
  Image: { ...answer, ...file, caption: Schema.NullOr(Schema.String) },
  Document: {
    ...answer,
    ...file,
    caption: Schema.NullOr(Schema.String),
    filename: Schema.NullOr(Schema.String)
  },
  Audio: { ...answer, ...file },
  Video: { ...answer, ...file, caption: Schema.NullOr(Schema.String) },
  Location: {
    ...answer,
    latitude: Schema.Finite,
    longitude: Schema.Finite,
    name: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String)
  },
  Sticker: { ...answer, ...file },
  Contacts: { ...answer, contacts: ContactCards },
  Interactive: { ...answer, interactive: Interactive },
  /** A reaction to a message, by the id of this service or the platform's. Without an emoji it is taken back. */
  Reaction: { messageId: Schema.NonEmptyString, emoji: Schema.String }
})
export type WhatsAppContent = Named<typeof WhatsAppContent.Type>

/** The name of the type on both interfaces. */
export const messageType = WhatsAppContent.match({
  Template: () => "template" as const,
  Text: () => "text" as const,
  Image: () => "image" as const,
  Document: () => "document" as const,
  Audio: () => "audio" as const,
  Video: () => "video" as const,
  Location: () => "location" as const,
  Sticker: () => "sticker" as const,
  Contacts: () => "contacts" as const,
  Interactive: () => "interactive" as const,
  Reaction: () => "reaction" as const
})

const fileContent = ({ file, url }: { readonly url: string; readonly file?: SentFile }): MessageContent =>
  file === undefined ? { url } : sentFileContent(url, file)

const ownContent: (content: WhatsAppContent) => MessageContent = WhatsAppContent.match({
  Template: ({ components, languageCode, name }) => ({
    template: withoutNulls({ name, language: languageCode, components })
  }),
  Text: ({ previewUrl, text }) => (previewUrl === true ? { text, preview_url: true } : { text }),
  Image: ({ caption, ...image }) => withoutNulls({ ...fileContent(image), caption }),
  Document: ({ caption, filename, ...document }) => withoutNulls({ ...fileContent(document), filename, caption }),
  Audio: fileContent,
  Video: ({ caption, ...video }) => withoutNulls({ ...fileContent(video), caption }),
  Location: ({ address, latitude, longitude, name }) => withoutNulls({ latitude, longitude, name, address }),
  Sticker: fileContent,
  Contacts: ({ contacts }) => ({ contacts }),
  Interactive: ({ interactive }) => ({ ...interactive }),
  Reaction: ({ emoji, messageId }) => ({ message_id: messageId, emoji })
})

/** The message that the content answers; null if it answers none. */
export const answeredIn = (content: WhatsAppContent): string | null =>
  "replyTo" in content ? (content.replyTo ?? null) : null

/** The stored content: complete, so that nothing is lost. An answered message is named as in inbound messages. */
export const keptContent = (content: WhatsAppContent): MessageContent => {
  const answered = answeredIn(content)
  return answered === null ? ownContent(content) : { ...ownContent(content), reply_to: { message_id: answered } }
}

/** A reference of content to another message: the dotted name of its field, and the id there. */
export interface ContentReference {
  readonly field: "replyTo" | "reaction.messageId"
  readonly id: string
}

/** The message that the content answers or reacts to; null if there is none. */
export const referenceOf = (content: WhatsAppContent): ContentReference | null => {
  if (content._tag === "Reaction") return { field: "reaction.messageId", id: content.messageId }
  const answered = answeredIn(content)
  return answered === null ? null : { field: "replyTo", id: answered }
}

/** The content as an answer to a message, by either id. Templates and reactions stay as they are. */
export const withAnswer = (content: WhatsAppContent, replyTo: string): WhatsAppContent =>
  content._tag === "Template" || content._tag === "Reaction" ? content : { ...content, replyTo }

/** The content with the platform's id of the message that it refers to. */
export const withReference = (content: WhatsAppContent, platformMessageId: PlatformMessageId): WhatsAppContent => {
  return content._tag === "Reaction"
    ? { ...content, messageId: platformMessageId }
    : withAnswer(content, platformMessageId)
}

/** A file as subscribers see it: at the address of their interface. */
const announcedFile = ({ eventUrl, ...content }: MessageContent): MessageContent =>
  eventUrl === undefined ? content : { ...content, url: eventUrl }

/**
 * The part of stored content that subscribers see: a template without its values (contract: Events), an uploaded file
 * with the address for backends (contract: Sends of uploaded files).
 */
export const announcedPart = (content: MessageContent): MessageContent => {
  const { attachment, template } = content
  if (isJsonObject(template)) {
    const { components: _, ...announced } = template
    return { ...content, template: announced }
  }
  if (!isJsonObject(attachment) || !isJsonObject(attachment["payload"])) return announcedFile(content)
  return { ...content, attachment: { ...attachment, payload: announcedFile(attachment["payload"]) } }
}

/** The content as subscribers see it. */
export const announcedContent = (content: WhatsAppContent): MessageContent => announcedPart(keptContent(content))
