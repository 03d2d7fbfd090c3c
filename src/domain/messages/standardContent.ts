import { Option, Schema } from "effect"
import { type Message, MessageContent } from "./Message.ts"
import { messageDescription } from "./messageDescription.ts"
import { messageText } from "./messageText.ts"

/** Fields of every file. An unknown field is empty text, since the contract has no null in them. */
type FileContent = { readonly url: string; readonly mimeType: string }

/** A message in one of the six types of the contract (contract: Session message). */
export type StandardContent =
  | { readonly type: "text"; readonly content: { readonly text: string } }
  | { readonly type: "image" | "video"; readonly content: FileContent & { readonly caption: string } }
  | { readonly type: "document"; readonly content: FileContent & { readonly filename: string } }
  | { readonly type: "audio"; readonly content: FileContent }
  | {
      readonly type: "location"
      readonly content: {
        readonly latitude: number
        readonly longitude: number
        readonly name: string
        readonly address: string
      }
    }

/** The first of these parts that is there. */
const text = (parts: MessageContent, ...names: ReadonlyArray<string>): string =>
  names.map((name) => parts[name]).find((part) => typeof part === "string") ?? ""

/** The platforms write `mime_type`. */
const file = (parts: MessageContent): FileContent => ({
  url: text(parts, "url"),
  mimeType: text(parts, "mimeType", "mime_type")
})

const Coordinates = Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite })
const coordinatesOf = Schema.decodeUnknownOption(Coordinates)

/** Parts that name a file: its address, or the platform's id of it. */
const fileKeys = ["url", "link", "id", "attachment_id"]

/** Whether there is a file. Without one the message is described as text (contract: Files without an address). */
const namesFile = (parts: MessageContent): boolean =>
  fileKeys.some((key) => (typeof parts[key] === "string" ? parts[key] !== "" : typeof parts[key] === "number"))

type Show = (parts: MessageContent) => Option.Option<StandardContent>

const ifFile = (parts: MessageContent, content: StandardContent): Option.Option<StandardContent> =>
  namesFile(parts) ? Option.some(content) : Option.none()

const image: Show = (parts) =>
  ifFile(parts, { type: "image", content: { ...file(parts), caption: text(parts, "caption") } })
const document: Show = (parts) =>
  ifFile(parts, { type: "document", content: { ...file(parts), filename: text(parts, "filename") } })
const audio: Show = (parts) => ifFile(parts, { type: "audio", content: file(parts) })
const video: Show = (parts) =>
  ifFile(parts, { type: "video", content: { ...file(parts), caption: text(parts, "caption") } })
/** A location without coordinates is described as text. */
const location: Show = (parts) =>
  Option.map(coordinatesOf(parts), ({ latitude, longitude }) => ({
    type: "location",
    content: { latitude, longitude, name: text(parts, "name"), address: text(parts, "address") }
  }))

/**
 * The kinds that are more than words, and what each is shown as; of some the nearest (contract: Senders, and kinds
 * outside the six types).
 */
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

/** The kinds of files that have no caption among the six types. */
const uncaptioned: ReadonlySet<string> = new Set(["document", "file", "audio", "voice"])

/** The text beside a document or a recording, which its type has no field for; empty without one. */
export const textBeside = (message: Pick<Message, "type" | "content">): string => {
  const [kind, parts] = partsOf(message)
  return uncaptioned.has(kind) && namesFile(parts) ? text(parts, "caption") : ""
}

/** A description where the kind of message needs one, else the text as it was written, else what there is to say. */
const words = (message: Pick<Message, "type" | "content">): StandardContent => ({
  type: "text",
  content: { text: messageDescription(message) ?? (text(message.content, "text") || messageText(message)) }
})

/** The first of several images says how many there are. */
const captioned = (message: Pick<Message, "type" | "content">, content: StandardContent): StandardContent =>
  content.type === "image" && content.content.caption === ""
    ? { type: "image", content: { ...content.content, caption: messageDescription(message) ?? "" } }
    : content

/** The message in one of the contract's types. Any other type becomes text with a description. */
export const standardContent = (message: Pick<Message, "type" | "content">): StandardContent => {
  const [kind, parts] = partsOf(message)
  return Option.fromUndefinedOr(kinds.get(kind)).pipe(
    Option.flatMap((show) => show(parts)),
    Option.map((content) => captioned(message, content)),
    Option.getOrElse(() => words(message))
  )
}
