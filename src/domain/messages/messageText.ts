import { Option, Schema, flow } from "effect"
import { Message, type MessageContent } from "./Message.ts"
import { maxDescriptionLength, messageDescription } from "./messageDescription.ts"
import { readableText } from "./readableText.ts"
import { notBlank, truncate } from "../text/textLimits.ts"

/** The text of content of one shape; empty if it has a different shape or no text. */
const saying = <Shape>(shape: Schema.Decoder<Shape>, say: (content: Shape) => string | undefined) =>
  flow(
    Schema.decodeUnknownOption(shape),
    Option.flatMap((content) => Option.fromNullishOr(notBlank(say(content))))
  )

const attachment = <S extends Schema.Constraint>(inside: S) => Schema.Struct({ attachment: inside })
const payload = <S extends Schema.Constraint>(inside: S) => attachment(Schema.Struct({ payload: inside }))
const titled = Schema.Struct({ title: Schema.String })

/**
 * What the kinds of messages say, the most telling first: WhatsApp's (contract: Developer WhatsApp), then Messenger's
 * and Instagram's.
 */
const readings = [
  saying(Schema.Struct({ text: Schema.String }), ({ text }) => text),
  saying(Schema.Struct({ caption: Schema.String }), ({ caption }) => caption),
  saying(Schema.Struct({ template: Schema.Struct({ name: Schema.NonEmptyString }) }), ({ template }) => {
    return `[template: ${template.name}]`
  }),
  saying(Schema.Struct({ latitude: Schema.Finite, name: Schema.String }), ({ name }) => name),
  // The tapped button or row, in the platform's words (contract: Senders, and kinds outside the six types).
  saying(Schema.Struct({ button_reply: titled }), ({ button_reply }) => button_reply.title),
  saying(Schema.Struct({ list_reply: titled }), ({ list_reply }) => list_reply.title),
  saying(payload(Schema.Struct({ text: Schema.String })), ({ attachment }) => attachment.payload.text),
  saying(
    payload(Schema.Struct({ elements: Schema.NonEmptyArray(titled) })),
    ({ attachment }) => attachment.payload.elements[0].title
  ),
  saying(
    payload(Schema.Struct({ product: Schema.Struct({ elements: Schema.NonEmptyArray(titled) }) })),
    ({ attachment }) => attachment.payload.product.elements.map(({ title }) => title).join(", ")
  ),
  saying(attachment(Schema.Struct({ type: Schema.NonEmptyString })), ({ attachment }) => `[${attachment.type}]`)
]

/** Types whose name describes the message: the other fields are about a file or a location. */
const selfDescribing: ReadonlySet<string> = new Set([
  "audio",
  "document",
  "file",
  "image",
  "location",
  "sticker",
  "template",
  "unknown",
  "unsupported",
  "video",
  "voice"
])

/** A message in words: what it says, else what it is, in brackets. */
export const messageText = ({ content, type }: Pick<Message, "type" | "content">): string => {
  const description = messageDescription({ content, type })
  if (description !== null) return description
  // Every send comes here, so no reading is tried after the first that says something.
  for (const read of readings) {
    const text = read(content)
    if (Option.isSome(text)) return text.value
  }
  if (type === "text") return ""
  return (selfDescribing.has(type) ? "" : truncate(readableText(content), maxDescriptionLength)) || `[${type}]`
}

/** The most code points of a preview. */
export const maxPreviewLength = 256

const { createdAt, direction } = Message.fields

/** A message as lists show it. */
export const MessagePreview = Schema.Struct({ text: Schema.String, direction, createdAt })
export type MessagePreview = typeof MessagePreview.Type

/** The text of a message in one line of a list. */
export const messagePreview = (type: Message["type"], content: MessageContent): string =>
  truncate(messageText({ type, content }), maxPreviewLength)
