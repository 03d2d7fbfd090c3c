import { Option, Schema } from "effect"
import { MessageContent } from "./MessageContent.ts"
import type { Message } from "./Message.ts"
import { messageDescription } from "./messageDescription.ts"
import { messageText } from "./messageText.ts"

const shape = <Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), content: Schema.Struct(fields) })

/**
 * A message as the Session interface shows it: one of six types (contract C53). The contract has no null in
 * them, so an unknown field is empty text.
 */
export const SessionContent = Schema.Union([
  shape("text", { text: Schema.String }),
  shape("image", { url: Schema.String, mimeType: Schema.String, caption: Schema.String }),
  shape("document", { url: Schema.String, mimeType: Schema.String, filename: Schema.String }),
  shape("audio", { url: Schema.String, mimeType: Schema.String }),
  shape("video", { url: Schema.String, mimeType: Schema.String, caption: Schema.String }),
  shape("location", {
    latitude: Schema.Finite,
    longitude: Schema.Finite,
    name: Schema.String,
    address: Schema.String
  })
])
export type SessionContent = typeof SessionContent.Type

/** The first of these parts that is there. */
const text = (parts: MessageContent, ...names: ReadonlyArray<string>): string =>
  names.map((name) => parts[name]).find((part) => typeof part === "string") ?? ""

/** What every file has. The platforms write `mime_type`. */
const file = (parts: MessageContent) => ({ url: text(parts, "url"), mimeType: text(parts, "mimeType", "mime_type") })

const Place = Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite })
const placeOf = Schema.decodeUnknownOption(Place)

type Show = (parts: MessageContent) => Option.Option<SessionContent>

const image: Show = (parts) =>
  Option.some({ type: "image", content: { ...file(parts), caption: text(parts, "caption") } })
const document: Show = (parts) =>
  Option.some({ type: "document", content: { ...file(parts), filename: text(parts, "filename") } })
const audio: Show = (parts) => Option.some({ type: "audio", content: file(parts) })
const video: Show = (parts) =>
  Option.some({ type: "video", content: { ...file(parts), caption: text(parts, "caption") } })
/** A location without coordinates is described as text. */
const location: Show = (parts) =>
  Option.map(placeOf(parts), ({ latitude, longitude }) => ({
    type: "location",
    content: { latitude, longitude, name: text(parts, "name"), address: text(parts, "address") }
  }))

/** The kinds that are more than words, and what each is shown as; of some the nearest (contract C16). */
const kinds: ReadonlyMap<string, Show> = new Map([
  ["image", image],
  ["sticker", image],
  ["document", document],
  ["file", document],
  ["audio", audio],
  ["voice", audio],
  ["video", video],
  ["location", location]
])

const Attached = Schema.Struct({ attachment: Schema.Struct({ type: Schema.String, payload: MessageContent }) })
const attachedOf = Schema.decodeUnknownOption(Attached)

/** The kind of a message and its parts: those of the attachment where Messenger and Instagram put them there. */
const partsOf = ({
  content,
  type
}: Pick<Message, "type" | "content">): readonly [kind: string, parts: MessageContent] =>
  Option.match(attachedOf(content), {
    onNone: () => [type, content],
    onSome: ({ attachment }) => [attachment.type, attachment.payload]
  })

/** A description where the kind of message needs one, else the text as it was written, else what there is to say. */
const words = (message: Pick<Message, "type" | "content">): SessionContent => ({
  type: "text",
  content: { text: messageDescription(message) ?? (text(message.content, "text") || messageText(message)) }
})

/** The message in one of the contract's types. Any other type becomes text with a description. */
export const sessionContent = (message: Pick<Message, "type" | "content">): SessionContent => {
  const [kind, parts] = partsOf(message)
  return Option.fromUndefinedOr(kinds.get(kind)).pipe(
    Option.flatMap((show) => show(parts)),
    Option.getOrElse(() => words(message))
  )
}
