import { Result, Schema } from "effect"
import { ContactId, ConversationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { WhatsAppContent } from "../../../domain/WhatsAppContent.ts"
import { RequiredText, StorableObject, Text } from "../Storable.ts"
import { type BadRequest, missingField, unknownType } from "./Failures.ts"
import { fixFor } from "./fixFor.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const media = (name: string) => ({
  url: RequiredText.annotate({ description: `Public address of the ${name}; the platform fetches it` })
})
const caption = optional(Text.annotate({ description: "Text below it" }))

/** The request of `POST /v1/send-message` (service interface §4.4; the other types are decision 41). */
export const SendMessageRequest = Schema.Struct({
  to: RequiredText.annotate({ description: "Recipient's phone number, E.164 without +" }),
  type: optional(
    Schema.String.annotate({
      description: "template (default), text, image, document, audio, video or location"
    })
  ),
  template: optional(
    Schema.Struct({
      name: RequiredText.annotate({ description: "Name of an approved template" }),
      language: Schema.Struct({ code: RequiredText.annotate({ description: "Language code, such as en_US" }) }),
      components: optional(
        Schema.Array(StorableObject).annotate({
          description: "Values for header, body and buttons, each {type, parameters:[{type, text}]}"
        })
      )
    }).annotate({ description: "Required for type template" })
  ),
  text: optional(Text.annotate({ description: "Required for type text" })),
  image: optional(Schema.Struct({ ...media("image"), caption })),
  document: optional(
    Schema.Struct({ ...media("document"), caption, filename: optional(Text.annotate({ description: "Name shown" })) })
  ),
  audio: optional(Schema.Struct(media("audio file"))),
  video: optional(Schema.Struct({ ...media("video"), caption })),
  location: optional(
    Schema.Struct({
      latitude: Schema.Finite.annotate({ description: "Degrees north" }),
      longitude: Schema.Finite.annotate({ description: "Degrees east" }),
      name: optional(Text.annotate({ description: "Name of the place" })),
      address: optional(Text.annotate({ description: "Address of the place" }))
    })
  )
}).annotate({ identifier: "SendMessageRequest" })
export type SendMessageRequest = typeof SendMessageRequest.Type

export const SendMessageResponse = Schema.Struct({
  waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
  status: Schema.Literal("sent"),
  conversationId: ConversationId,
  contactId: ContactId
}).annotate({ identifier: "SendMessageResponse" })

/** How each type is read; a part that is not there is told by its name. */
const readers: {
  readonly [Type in "template" | "text" | "image" | "document" | "audio" | "video" | "location"]: (
    request: SendMessageRequest
  ) => WhatsAppContent | string
} = {
  template: ({ template }) =>
    template
      ? WhatsAppContent.cases.Template.make({
          name: template.name,
          languageCode: template.language.code,
          components: template.components ?? null
        })
      : "template.name",
  text: ({ text }) => (text ? WhatsAppContent.cases.Text.make({ text }) : "text"),
  image: ({ image }) =>
    image ? WhatsAppContent.cases.Image.make({ url: image.url, caption: image.caption ?? null }) : "image.url",
  document: ({ document }) =>
    document
      ? WhatsAppContent.cases.Document.make({
          url: document.url,
          caption: document.caption ?? null,
          filename: document.filename ?? null
        })
      : "document.url",
  audio: ({ audio }) => (audio ? WhatsAppContent.cases.Audio.make({ url: audio.url }) : "audio.url"),
  video: ({ video }) =>
    video ? WhatsAppContent.cases.Video.make({ url: video.url, caption: video.caption ?? null }) : "video.url",
  location: ({ location }) =>
    location
      ? WhatsAppContent.cases.Location.make({
          latitude: location.latitude,
          longitude: location.longitude,
          name: location.name ?? null,
          address: location.address ?? null
        })
      : "location.latitude"
}

export const whatsAppTypes = ["template", "text", "image", "document", "audio", "video", "location"] as const
const isType = Schema.is(Schema.Literals(whatsAppTypes))

/** What the request wants to be sent, or the first thing that is wrong with it. */
export const contentOf = (request: SendMessageRequest): Result.Result<WhatsAppContent, BadRequest> => {
  const type = request.type ?? "template"
  if (!isType(type)) return Result.fail(unknownType(type, whatsAppTypes))
  const content = readers[type](request)
  return typeof content === "string" ? Result.fail(missingField(content, fixFor(content))) : Result.succeed(content)
}
