import { Result, Schema } from "effect"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import { WhatsAppContent } from "../../../domain/messages/WhatsAppContent.ts"
import { RequiredText, Text, limitText, optional, textWithin } from "../interfaces/requestFields.ts"
import { TemplateComponent } from "./TemplateComponent.ts"

/** WhatsApp message types that can be sent (contract: WhatsApp message types). */
export const whatsAppTypes = ["template", "text", "image", "document", "audio", "video", "location"] as const
export const WhatsAppType = Schema.Literals(whatsAppTypes)
const isType = Schema.is(WhatsAppType)

const media = (name: string) => ({
  url: RequiredText.annotate({ description: `Public address of the ${name}; the platform fetches it` })
})
const caption = optional(Text.annotate({ description: "Text below it" }))

/** Shared template fields. Each interface has its own format for the language. */
export const templateFields = {
  name: RequiredText.annotate({ description: "Name of an approved template" }),
  components: optional(
    Schema.Array(TemplateComponent).annotate({
      description: "Values for header, body and buttons, each {type, parameters:[{type, text}]}"
    })
  )
}

/**
 * Message parts other than a template. The type determines the required part. `file` returns the fields that identify a
 * file.
 */
export const messagePartsWith = <const File extends Schema.Struct.Fields>(file: (name: string) => File) => ({
  text: optional(
    textWithin(textLimits.whatsapp).annotate({
      description: `Required for type text; ${limitText(textLimits.whatsapp)}`
    })
  ),
  image: optional(Schema.Struct({ ...file("image"), caption }).annotate({ description: "Required for type image" })),
  document: optional(
    Schema.Struct({
      ...file("document"),
      caption,
      filename: optional(Text.annotate({ description: "Name shown" }))
    }).annotate({ description: "Required for type document" })
  ),
  audio: optional(Schema.Struct(file("audio file")).annotate({ description: "Required for type audio" })),
  video: optional(Schema.Struct({ ...file("video"), caption }).annotate({ description: "Required for type video" })),
  location: optional(
    Schema.Struct({
      latitude: Schema.Finite.annotate({ description: "Degrees north" }),
      longitude: Schema.Finite.annotate({ description: "Degrees east" }),
      name: optional(Text.annotate({ description: "Name of the place" })),
      address: optional(Text.annotate({ description: "Address of the place" }))
    }).annotate({ description: "Required for type location" })
  )
})

/** Message parts with files by address. */
export const messageParts = messagePartsWith(media)

type Parts = Schema.Struct.Type<typeof messageParts>

/** A file whose address may be missing. */
type AskedFile<Part> =
  | (Omit<NonNullable<Part>, "url"> & { readonly url?: string | null | undefined })
  | null
  | undefined

/** A message of a request, with the template in domain form. */
export interface AskedMessage extends Pick<Parts, "text" | "location"> {
  readonly image?: AskedFile<Parts["image"]>
  readonly document?: AskedFile<Parts["document"]>
  readonly audio?: AskedFile<Parts["audio"]>
  readonly video?: AskedFile<Parts["video"]>
  readonly type: string
  readonly template: (typeof WhatsAppContent.cases.Template)["Type"] | null
}

/** The message type does not exist. */
export class UnknownMessageType extends Schema.TaggedError<UnknownMessageType>()("UnknownMessageType", {
  type: Schema.String
}) {}

/** A part that the type requires is missing; `field` is its dotted name. */
export class MessagePartAbsent extends Schema.TaggedError<MessagePartAbsent>()("MessagePartAbsent", {
  field: Schema.String
}) {}

/** Reads the content of each type, or returns the name of a missing part. */
const readers: {
  readonly [Type in typeof WhatsAppType.Type]: (message: AskedMessage) => WhatsAppContent | string
} = {
  template: ({ template }) => template ?? "template.name",
  text: ({ text }) => (text ? WhatsAppContent.cases.Text.make({ text }) : "text"),
  image: ({ image }) =>
    image?.url ? WhatsAppContent.cases.Image.make({ url: image.url, caption: image.caption ?? null }) : "image.url",
  document: ({ document }) =>
    document?.url
      ? WhatsAppContent.cases.Document.make({
          url: document.url,
          caption: document.caption ?? null,
          filename: document.filename ?? null
        })
      : "document.url",
  audio: ({ audio }) => (audio?.url ? WhatsAppContent.cases.Audio.make({ url: audio.url }) : "audio.url"),
  video: ({ video }) =>
    video?.url ? WhatsAppContent.cases.Video.make({ url: video.url, caption: video.caption ?? null }) : "video.url",
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

/** The content to send, or the first problem of the request. */
export const contentOf = (
  asked: AskedMessage
): Result.Result<WhatsAppContent, UnknownMessageType | MessagePartAbsent> => {
  const { type } = asked
  if (!isType(type)) return Result.fail(new UnknownMessageType({ type }))
  const content = readers[type](asked)
  return typeof content === "string" ? Result.fail(new MessagePartAbsent({ field: content })) : Result.succeed(content)
}
