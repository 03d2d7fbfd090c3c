import { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import { SentFile, sentFileContent } from "../media/SentFile.ts"
import type { MessageContent } from "./Message.ts"
import type { Named } from "../Named.ts"

/** Header, body and button values; Meta's component objects as they are, so that every kind of parameter passes. */
const TemplateComponents = Schema.Array(Schema.Record(Schema.String, Schema.Json))

/** A file. The platform fetches it at the URL, unless it has the file already. */
const file = { url: Schema.NonEmptyString, file: Schema.optionalKey(SentFile) }

/** The content of a WhatsApp message (contract: Developer WhatsApp; WhatsApp message types). */
export const WhatsAppContent = Schema.TaggedUnion({
  Template: {
    name: Schema.NonEmptyString,
    languageCode: Schema.NonEmptyString,
    components: Schema.NullOr(TemplateComponents)
  },
  Text: { text: Schema.NonEmptyString },
  Image: { ...file, caption: Schema.NullOr(Schema.String) },
  Document: {
    ...file,
    caption: Schema.NullOr(Schema.String),
    filename: Schema.NullOr(Schema.String)
  },
  Audio: file,
  Video: { ...file, caption: Schema.NullOr(Schema.String) },
  Location: {
    latitude: Schema.Finite,
    longitude: Schema.Finite,
    name: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String)
  }
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
  Location: () => "location" as const
})

/** Removes the fields that are null. */
const withoutNulls = (fields: Readonly<Record<string, Schema.Json>>): MessageContent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const fileContent = ({ file, url }: { readonly url: string; readonly file?: SentFile }): MessageContent =>
  file === undefined ? { url } : sentFileContent(url, file)

/** The stored content: complete, so that nothing is lost. */
export const keptContent: (content: WhatsAppContent) => MessageContent = WhatsAppContent.match({
  Template: ({ components, languageCode, name }) => ({
    template: withoutNulls({ name, language: languageCode, components })
  }),
  Text: ({ text }) => ({ text }),
  Image: ({ caption, ...image }) => withoutNulls({ ...fileContent(image), caption }),
  Document: ({ caption, filename, ...document }) => withoutNulls({ ...fileContent(document), filename, caption }),
  Audio: fileContent,
  Video: ({ caption, ...video }) => withoutNulls({ ...fileContent(video), caption }),
  Location: ({ address, latitude, longitude, name }) => withoutNulls({ latitude, longitude, name, address })
})

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
