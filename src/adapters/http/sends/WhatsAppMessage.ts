import { Result, Schema } from "effect"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import { readContactCards } from "../../../domain/messages/ContactCard.ts"
import { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import { readInteractive } from "../../../domain/messages/interactive/readInteractive.ts"
import { WhatsAppContent, withAnswer } from "../../../domain/messages/WhatsAppContent.ts"
import { isEmoji } from "../../../domain/text/isEmoji.ts"
import { RequiredText, Text, limitText, optional, textWithin } from "../interfaces/requestFields.ts"
import { TemplateComponent } from "./TemplateComponent.ts"
import { platformParts } from "./WhatsAppParts.ts"

/** WhatsApp message types that can be sent (contract: WhatsApp message types). */
export const whatsAppTypes = [
  "template",
  "text",
  "image",
  "document",
  "audio",
  "video",
  "location",
  "sticker",
  "contacts",
  "interactive",
  "reaction"
] as const
export const WhatsAppType = Schema.Literals(whatsAppTypes)
const isType = Schema.is(WhatsAppType)

/** The name of a file: its address, or its id after an upload at the path. */
const fileFields = (name: string, uploadPath: string) => ({
  url: optional(
    RequiredText.annotate({ description: `Public address of the ${name}; the platform fetches it. This or mediaId` })
  ),
  mediaId: uploadedFile(uploadPath)
})
const caption = optional(Text.annotate({ description: "Text below it" }))

/** The id of an uploaded file, instead of an address. */
export const uploadedFile = (uploadPath: string) =>
  optional(RequiredText.annotate({ description: `Id of an uploaded file, instead of an address (POST ${uploadPath})` }))

/** Shared template fields. Each interface has its own format for the language. */
export const templateFields = {
  name: RequiredText.annotate({ description: "Name of an approved template" }),
  components: optional(
    Schema.Array(TemplateComponent).annotate({
      description: "Values for header, body and buttons, each {type, parameters:[{type, text}]}"
    })
  )
}

/** Message parts other than a template. The type determines the required part. Files are uploaded at the path. */
export const messageParts = (uploadPath: string) => ({
  text: optional(
    textWithin(textLimits.whatsapp).annotate({
      description: `Required for type text; ${limitText(textLimits.whatsapp)}`
    })
  ),
  image: optional(
    Schema.Struct({ ...fileFields("image", uploadPath), caption }).annotate({ description: "Required for type image" })
  ),
  document: optional(
    Schema.Struct({
      ...fileFields("document", uploadPath),
      caption,
      filename: optional(Text.annotate({ description: "Name shown" }))
    }).annotate({ description: "Required for type document" })
  ),
  audio: optional(
    Schema.Struct(fileFields("audio file", uploadPath)).annotate({ description: "Required for type audio" })
  ),
  video: optional(
    Schema.Struct({ ...fileFields("video", uploadPath), caption }).annotate({ description: "Required for type video" })
  ),
  location: optional(
    Schema.Struct({
      latitude: Schema.Finite.annotate({ description: "Degrees north" }),
      longitude: Schema.Finite.annotate({ description: "Degrees east" }),
      name: optional(Text.annotate({ description: "Name of the place" })),
      address: optional(Text.annotate({ description: "Address of the place" }))
    }).annotate({ description: "Required for type location" })
  ),
  sticker: optional(
    Schema.Struct(fileFields("sticker, a WebP file", uploadPath)).annotate({ description: "Required for type sticker" })
  ),
  ...platformParts
})

/** A message of a request, with the template in domain form. */
export interface AskedMessage extends Schema.Struct.Type<ReturnType<typeof messageParts>> {
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

type Read = WhatsAppContent | string | ContentRefused

/** Reads the content of each type, or returns the name of a missing part or the refusal of one. */
const readers: {
  readonly [Type in typeof WhatsAppType.Type]: (message: AskedMessage) => Read
} = {
  template: ({ template }) => template ?? "template.name",
  text: ({ previewUrl, text }) => {
    if (!text) return "text"
    return WhatsAppContent.cases.Text.make(typeof previewUrl === "boolean" ? { text, previewUrl } : { text })
  },
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
      : "location.latitude",
  sticker: ({ sticker }) => (sticker?.url ? WhatsAppContent.cases.Sticker.make({ url: sticker.url }) : "sticker.url"),
  contacts: ({ contacts }) => {
    if (!contacts || contacts.length === 0) return "contacts"
    return Result.match(readContactCards(contacts), {
      onFailure: (refused) => refused,
      onSuccess: (cards): Read => ({ _tag: "Contacts", contacts: cards })
    })
  },
  interactive: ({ interactive }) => {
    if (!interactive) return "interactive"
    return Result.match(readInteractive(interactive), {
      onFailure: (refused) => refused,
      onSuccess: (message): Read => ({ _tag: "Interactive", interactive: message })
    })
  },
  reaction: ({ reaction }) => {
    if (!reaction) return "reaction.messageId"
    const { emoji, messageId } = reaction
    return emoji === "" || isEmoji(emoji)
      ? WhatsAppContent.cases.Reaction.make({ messageId, emoji })
      : new ContentRefused({ field: "reaction.emoji", expectation: "Expected one emoji, or nothing" })
  }
}

/** Fields that some types take, and those types. */
const takers: { readonly [Field in "previewUrl" | "replyTo"]: (type: string) => boolean } = {
  previewUrl: (type) => type === "text",
  replyTo: (type) => type !== "template" && type !== "reaction"
}

/** The first field that the type does not take. */
const misplaced = (asked: AskedMessage): ContentRefused | null => {
  const field = (["previewUrl", "replyTo"] as const).find(
    (name) => (asked[name] ?? null) !== null && !takers[name](asked.type)
  )
  return field === undefined
    ? null
    : new ContentRefused({ field, expectation: `Expected no ${field} with type ${asked.type}` })
}

/** A request that is no message. */
export type MessageRefused = UnknownMessageType | MessagePartAbsent | ContentRefused

/** The content to send, or the first problem of the request. */
export const contentOf = (asked: AskedMessage): Result.Result<WhatsAppContent, MessageRefused> => {
  const { replyTo, type } = asked
  if (!isType(type)) return Result.fail(new UnknownMessageType({ type }))
  const content = misplaced(asked) ?? readers[type](asked)
  if (typeof content === "string") return Result.fail(new MessagePartAbsent({ field: content }))
  if (content._tag === "ContentRefused") return Result.fail(content)
  return Result.succeed(replyTo ? withAnswer(content, replyTo) : content)
}
