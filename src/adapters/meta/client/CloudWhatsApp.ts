import { Effect, Layer, Option, Schema } from "effect"
import type { MessageId } from "../../../domain/Ids.ts"
import { PhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import { type WhatsAppRecipient, isWhatsAppUserId } from "../../../domain/contacts/ContactIdentity.ts"
import { WhatsAppContent, answeredIn } from "../../../domain/messages/WhatsAppContent.ts"
import type { SentFile } from "../../../domain/media/SentFile.ts"
import { WhatsApp } from "../../../ports/sends/WhatsApp.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { AcceptedMessageId } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import * as TokenHealth from "./TokenHealth.ts"

type Fields = Readonly<Record<string, Schema.Json>>

/** Removes absent fields: the platform reads null as a value. */
const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** The source of a file for the platform: exactly one of `id` and `link` (platforms P1). */
const source = ({ file, url }: { readonly url: string; readonly file?: SentFile }): Fields =>
  file === undefined ? { link: url } : { id: file.platformId }

const content: (content: WhatsAppContent) => Fields = WhatsAppContent.match({
  Template: ({ components, languageCode, name }) => ({
    type: "template",
    template: withoutAbsent({ name, language: { code: languageCode }, components })
  }),
  Text: ({ previewUrl, text }) => ({
    type: "text",
    text: previewUrl === undefined ? { body: text } : { body: text, preview_url: previewUrl }
  }),
  Image: ({ caption, ...image }) => ({ type: "image", image: withoutAbsent({ ...source(image), caption }) }),
  Document: ({ caption, filename, ...document }) => ({
    type: "document",
    document: withoutAbsent({ ...source(document), caption, filename })
  }),
  Audio: (audio) => ({ type: "audio", audio: source(audio) }),
  Video: ({ caption, ...video }) => ({ type: "video", video: withoutAbsent({ ...source(video), caption }) }),
  Location: ({ address, latitude, longitude, name }) => ({
    type: "location",
    location: withoutAbsent({ latitude, longitude, name, address })
  }),
  Sticker: (sticker) => ({ type: "sticker", sticker: source(sticker) }),
  Contacts: ({ contacts }) => ({ type: "contacts", contacts }),
  Interactive: ({ interactive }) => ({ type: "interactive", interactive }),
  Reaction: ({ emoji, messageId }) => ({ type: "reaction", reaction: { message_id: messageId, emoji } })
})

/** The answered message, which the platform shows above the answer. */
const contextOf = (message: WhatsAppContent): Fields => {
  const answered = answeredIn(message)
  return answered === null ? {} : { context: { message_id: answered } }
}

/**
 * The body of `POST /{phone-number-id}/messages` (Meta's OpenAPI v23.0). A business-scoped user id goes into the newer
 * field `recipient`. The platform returns the send's id in the statuses of the message.
 */
export const whatsAppBody = (to: WhatsAppRecipient, message: WhatsAppContent, sendId: MessageId): Fields => ({
  messaging_product: "whatsapp",
  ...(isWhatsAppUserId(to) ? { recipient: to } : { to }),
  ...contextOf(message),
  ...content(message),
  biz_opaque_callback_data: sendId
})

/** An accepted send has the first message's id; malformed other fields do not matter. */
const Accepted = Schema.Struct({
  messages: Schema.TupleWithRest(Schema.Tuple([Schema.Struct({ id: AcceptedMessageId })]), [Schema.Unknown]),
  contacts: Schema.optionalKey(Schema.Unknown)
})

/**
 * Reads `wa_id`, which is missing if the recipient is no number. The number of a user id comes with reports (contract:
 * Sends to a business-scoped user id).
 */
const readWaId = Schema.decodeUnknownOption(
  Schema.TupleWithRest(Schema.Tuple([Schema.Struct({ wa_id: PhoneNumber })]), [Schema.Unknown])
)

/** WhatsApp over Meta's Cloud API (platforms P1, P2, P6). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    WhatsApp,
    Effect.map(GraphApi.make(options), (graph) => {
      const post = graph.post(Accepted)
      return WhatsApp.of({
        send: (from, to, content, sendId) =>
          Effect.map(
            post(from, from.account.externalId, "messages", whatsAppBody(to, content, sendId)),
            ({ contacts, messages }) => {
              const waId = isWhatsAppUserId(to)
                ? null
                : Option.getOrNull(Option.map(readWaId(contacts), ([contact]) => contact.wa_id))
              return { platformMessageId: messages[0].id, waId }
            }
          ).pipe(spanned("CloudWhatsApp.send"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
