import { Result, Schema } from "effect"
import { ContactId, ConversationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { WhatsAppContent } from "../../../domain/WhatsAppContent.ts"
import { RequiredText, StorableObject, Text } from "../Storable.ts"
import { type BadRequest, Data, missingField, ok, unknownType } from "./Failures.ts"
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
      language: Schema.Struct({
        code: RequiredText.annotate({ description: "Language code, such as en_US" })
      }).annotate({ description: "Which of its languages" }),
      components: optional(
        Schema.Array(StorableObject).annotate({
          description: "Values for header, body and buttons, each {type, parameters:[{type, text}]}"
        })
      )
    }).annotate({ description: "Required for type template" })
  ),
  text: optional(Text.annotate({ description: "Required for type text" })),
  image: optional(Schema.Struct({ ...media("image"), caption }).annotate({ description: "Required for type image" })),
  document: optional(
    Schema.Struct({
      ...media("document"),
      caption,
      filename: optional(Text.annotate({ description: "Name shown" }))
    }).annotate({ description: "Required for type document" })
  ),
  audio: optional(Schema.Struct(media("audio file")).annotate({ description: "Required for type audio" })),
  video: optional(Schema.Struct({ ...media("video"), caption }).annotate({ description: "Required for type video" })),
  location: optional(
    Schema.Struct({
      latitude: Schema.Finite.annotate({ description: "Degrees north" }),
      longitude: Schema.Finite.annotate({ description: "Degrees east" }),
      name: optional(Text.annotate({ description: "Name of the place" })),
      address: optional(Text.annotate({ description: "Address of the place" }))
    }).annotate({ description: "Required for type location" })
  )
}).annotate({
  examples: [
    {
      to: "15551234567",
      template: {
        name: "hello_world",
        language: { code: "en_US" },
        components: [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
      }
    },
    { to: "15551234567", type: "text", text: "See you at eight" }
  ]
})
export type SendMessageRequest = typeof SendMessageRequest.Type

export const SendMessageResponse = Data(
  Schema.Struct({
    waMessageId: PlatformMessageId.annotate({ description: "The platform's id of the message" }),
    status: Schema.Literal("sent").annotate({ description: "Handed to the platform" }),
    conversationId: ConversationId.annotate({ description: "The conversation that the message belongs to" }),
    contactId: ContactId.annotate({ description: "The contact that it goes to" })
  })
).annotate({
  examples: [
    ok({
      waMessageId: PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"),
      status: "sent" as const,
      conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
      contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c")
    })
  ]
})

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
