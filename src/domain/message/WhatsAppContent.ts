import { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { MessageContent } from "./MessageContent.ts"

/** Header, body and button values; Meta's component objects as they are, so that every kind of parameter passes. */
const TemplateComponents = Schema.Array(Schema.Record(Schema.String, Schema.Json))

/** What a WhatsApp message can say (contract C60, C41). URLs are fetched by the platform. */
export const WhatsAppContent = Schema.TaggedUnion({
  Template: {
    name: Schema.NonEmptyString,
    languageCode: Schema.NonEmptyString,
    components: Schema.NullOr(TemplateComponents)
  },
  Text: { text: Schema.NonEmptyString },
  Image: { url: Schema.NonEmptyString, caption: Schema.NullOr(Schema.String) },
  Document: {
    url: Schema.NonEmptyString,
    caption: Schema.NullOr(Schema.String),
    filename: Schema.NullOr(Schema.String)
  },
  Audio: { url: Schema.NonEmptyString },
  Video: { url: Schema.NonEmptyString, caption: Schema.NullOr(Schema.String) },
  Location: {
    latitude: Schema.Finite,
    longitude: Schema.Finite,
    name: Schema.NullOr(Schema.String),
    address: Schema.NullOr(Schema.String)
  }
})
export type WhatsAppContent = typeof WhatsAppContent.Type

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

/** Without the parts that were not given. */
const given = (fields: Readonly<Record<string, Schema.Json>>): MessageContent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** The content as it is kept: whole, so that nothing said is lost. */
export const keptContent: (content: WhatsAppContent) => MessageContent = WhatsAppContent.match({
  Template: ({ components, languageCode, name }) => ({
    template: given({ name, language: languageCode, components })
  }),
  Text: ({ text }) => ({ text }),
  Image: ({ caption, url }) => given({ url, caption }),
  Document: ({ caption, filename, url }) => given({ url, filename, caption }),
  Audio: ({ url }) => ({ url }),
  Video: ({ caption, url }) => given({ url, caption }),
  Location: ({ address, latitude, longitude, name }) => given({ latitude, longitude, name, address })
})

/** The part of kept content that subscribers see: a template without its values (contract C67). */
export const announcedPart = (kept: MessageContent): MessageContent => {
  const template = kept["template"]
  if (!isJsonObject(template)) return kept
  const { components: _, ...announced } = template
  return { ...kept, template: announced }
}

/** The content as subscribers see it. */
export const announcedContent = (content: WhatsAppContent): MessageContent => announcedPart(keptContent(content))
