import type { Schema } from "effect"
import type { PhoneNumber } from "../../domain/PhoneNumber.ts"
import { WhatsAppContent } from "../../domain/WhatsAppContent.ts"

type Fields = Readonly<Record<string, Schema.Json>>

/** Without the parts that were not given: the platform takes null for a value. */
const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const content: (content: WhatsAppContent) => Fields = WhatsAppContent.match({
  Template: ({ components, languageCode, name }) => ({
    type: "template",
    template: given({ name, language: { code: languageCode }, components })
  }),
  Text: ({ text }) => ({ type: "text", text: { body: text } }),
  Image: ({ caption, url }) => ({ type: "image", image: given({ link: url, caption }) }),
  Document: ({ caption, filename, url }) => ({ type: "document", document: given({ link: url, caption, filename }) }),
  Audio: ({ url }) => ({ type: "audio", audio: { link: url } }),
  Video: ({ caption, url }) => ({ type: "video", video: given({ link: url, caption }) }),
  Location: ({ address, latitude, longitude, name }) => ({
    type: "location",
    location: given({ latitude, longitude, name, address })
  })
})

/** The body of `POST /{phone-number-id}/messages`, as Meta's OpenAPI v23.0 has it. */
export const whatsAppBody = (to: PhoneNumber, message: WhatsAppContent): Fields => ({
  messaging_product: "whatsapp",
  to,
  ...content(message)
})
