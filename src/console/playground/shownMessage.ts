import { Option, Schema } from "effect"
import type { Channel } from "../../domain/conversation/Channel.ts"
import type { Message } from "./emulatorSchemas.ts"

/** A file of a message. */
export interface ShownFile {
  readonly kind: "image" | "video" | "audio" | "document" | "sticker"
  /** Of a file that the emulator has. */
  readonly id: string | null
  /** The address of any other file. */
  readonly url: string | null
  readonly name: string | null
}

/** Something that the person can tap. */
export type Tap =
  | { readonly label: string; readonly detail: string | null; readonly request: Schema.JsonObject }
  | { readonly label: string; readonly detail: string | null; readonly href: string }

/** A part of a message with what is tapped below it: the message itself, or a card of several. */
export interface ShownPart {
  readonly title: string | null
  readonly text: string | null
  readonly footer: string | null
  readonly files: ReadonlyArray<ShownFile>
  readonly taps: ReadonlyArray<Tap>
}

/** A message as a phone shows it. */
export interface ShownMessage {
  readonly parts: ReadonlyArray<ShownPart>
  /** The id of the message that it answers. */
  readonly replyTo: string | null
}

const isObject = Schema.is(Schema.JsonObject)
const objectOf = (value: Schema.Json | undefined): Schema.JsonObject => (isObject(value) ? value : {})
const listOf = (value: Schema.Json | undefined): ReadonlyArray<Schema.JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []
const textOf = (value: Schema.Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

const part = (given: Partial<ShownPart>): ShownPart => ({
  title: null,
  text: null,
  footer: null,
  files: [],
  taps: [],
  ...given
})

/** The lines that there are. */
const lines = (...all: ReadonlyArray<string | null>): string | null =>
  all.filter((line) => line !== null).join("\n") || null

const fileKinds: Readonly<Record<string, ShownFile["kind"]>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  file: "document",
  sticker: "sticker",
  story_mention: "image",
  share: "image"
}

/** A file that the emulator serves is named by its address on Messenger and Instagram. */
const emulatorFile = /\/_emulator\/files\/(\d{1,30})$/

const fileOf = (kind: string, given: Schema.JsonObject): ShownFile => {
  const url = textOf(given["url"]) ?? textOf(given["link"])
  const id = textOf(given["id"]) ?? textOf(given["attachment_id"]) ?? emulatorFile.exec(url ?? "")?.[1] ?? null
  return {
    kind: fileKinds[kind] ?? "document",
    id,
    url: id === null ? url : null,
    name: textOf(given["filename"])
  }
}

const placeOf = (location: Schema.JsonObject): string | null =>
  lines(
    textOf(location["name"]),
    textOf(location["address"]),
    `${String(location["latitude"] ?? "")}, ${String(location["longitude"] ?? "")}`
  )

const contactOf = (contact: Schema.JsonObject): string | null =>
  lines(
    textOf(objectOf(contact["name"])["formatted_name"]),
    ...listOf(contact["phones"]).map((phone) => textOf(phone["phone"]))
  )

const tap = (label: string, request: Schema.JsonObject, detail: string | null = null): Tap => ({
  label,
  detail,
  request
})

/** A link opens only where it leads to the web. */
const link = (label: string, href: string | null): ReadonlyArray<Tap> =>
  href !== null && /^https?:\/\//i.test(href) ? [{ label, detail: null, href }] : []

const headerPart = (header: Schema.JsonObject): Partial<ShownPart> => {
  const kind = (textOf(header["type"]) ?? textOf(header["format"]) ?? "text").toLowerCase()
  if (kind === "text") return { title: textOf(header["text"]) }
  const file = isObject(header["file"]) ? header["file"] : objectOf(header[kind])
  if (kind === "location") return { title: placeOf(file) }
  return { files: [fileOf(kind, file)] }
}

const replyButton = (id: string, { reply }: Schema.JsonObject): Tap => {
  const { id: button, title } = objectOf(reply)
  const label = String(title ?? button ?? "")
  return tap(label, {
    type: "interactive",
    replyTo: id,
    interactive: { type: "button_reply", button_reply: { id: String(button ?? label), title: label } }
  })
}

const listRow = (id: string, { description, id: row, title }: Schema.JsonObject): Tap => {
  const label = String(title ?? row ?? "")
  const detail = textOf(description)
  const list_reply = { id: String(row ?? label), title: label, ...(detail === null ? {} : { description: detail }) }
  return tap(label, { type: "interactive", replyTo: id, interactive: { type: "list_reply", list_reply } }, detail)
}

/** The answer of a form that nobody has filled in. */
const formAnswer = (id: string, label: string): Tap =>
  tap(label, {
    type: "interactive",
    replyTo: id,
    interactive: { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent", response_json: "{}" } }
  })

/** Where a person is who is asked for it. */
const somewhere = { latitude: 52.52, longitude: 13.405 }

const interactiveTaps = (id: string, interactive: Schema.JsonObject): ReadonlyArray<Tap> => {
  const action = objectOf(interactive["action"])
  const parameters = objectOf(action["parameters"])
  switch (textOf(interactive["type"])) {
    case "button":
      return listOf(action["buttons"]).map((button) => replyButton(id, button))
    case "list":
      return listOf(action["sections"]).flatMap(({ rows }) => listOf(rows).map((row) => listRow(id, row)))
    case "cta_url":
      return link(String(parameters["display_text"] ?? ""), textOf(parameters["url"]))
    case "flow":
      return [formAnswer(id, String(parameters["flow_cta"] ?? "Flow"))]
    case "location_request_message":
      return [tap(String(action["name"] ?? "send_location"), { type: "location", replyTo: id, location: somewhere })]
    case "request_contact_info":
      return [tap(String(action["name"] ?? "request_contact_info"), { type: "contact_info", replyTo: id })]
    default:
      return []
  }
}

const interactivePart = (id: string, interactive: Schema.JsonObject): ShownPart => {
  const reply = ["button_reply", "list_reply", "nfm_reply"].map((name) => interactive[name]).find(isObject)
  if (reply !== undefined)
    return part({ text: textOf(reply["title"]) ?? textOf(reply["body"]) ?? textOf(reply["response_json"]) })
  return part({
    ...headerPart(objectOf(interactive["header"])),
    text: textOf(objectOf(interactive["body"])["text"]),
    footer: textOf(objectOf(interactive["footer"])["text"]),
    taps: interactiveTaps(id, interactive)
  })
}

const templateTap = (id: string, button: Schema.JsonObject): ReadonlyArray<Tap> => {
  const label = String(button["text"] ?? "")
  const payload = textOf(button["payload"])
  switch (button["type"]) {
    case "QUICK_REPLY":
      return [tap(label, { type: "button", replyTo: id, text: label, ...(payload === null ? {} : { payload }) })]
    case "URL":
      return link(label, textOf(button["url"]))
    case "FLOW":
      return [formAnswer(id, label)]
    default:
      return []
  }
}

const templateParts = (id: string, template: Schema.JsonObject): ReadonlyArray<ShownPart> => {
  const own = part({
    ...headerPart(objectOf(template["header"])),
    text: textOf(template["body"]),
    footer: textOf(template["footer"]),
    taps: listOf(template["buttons"]).flatMap((button) => templateTap(id, button))
  })
  return [own, ...listOf(template["cards"]).flatMap((card) => templateParts(id, card))]
}

const whatsAppParts = ({ content, id, template }: Message): ReadonlyArray<ShownPart> => {
  if (template !== null) return templateParts(id, template)
  const type = textOf(content["type"]) ?? ""
  const value = objectOf(content[type])
  switch (type) {
    case "text":
      return [part({ text: textOf(value["body"]) })]
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker":
      return [part({ files: [fileOf(type, value)], text: textOf(value["caption"]) })]
    case "location":
      return [part({ text: placeOf(value) })]
    case "contacts":
      return listOf(content["contacts"]).map((contact) => part({ text: contactOf(contact) }))
    case "interactive":
      return [interactivePart(id, value)]
    case "button":
      return [part({ text: textOf(value["text"]) })]
    default:
      return [part({ text: JSON.stringify(value) === "{}" ? type : `${type}: ${JSON.stringify(value)}` })]
  }
}

const cardTap = (button: Schema.JsonObject): ReadonlyArray<Tap> => {
  const label = String(button["title"] ?? "")
  if (button["type"] === "web_url") return link(label, textOf(button["url"]))
  if (button["type"] !== "postback") return []
  return [tap(label, { type: "postback", title: label, payload: String(button["payload"] ?? label) })]
}

const cardOf = (element: Schema.JsonObject): ShownPart => {
  const picture = textOf(element["image_url"])
  return part({
    title: textOf(element["title"]),
    text: textOf(element["subtitle"]) ?? textOf(element["text"]),
    files: picture === null ? [] : [fileOf("image", { url: picture })],
    taps: listOf(element["buttons"]).flatMap(cardTap)
  })
}

const attachmentParts = (attachment: Schema.JsonObject): ReadonlyArray<ShownPart> => {
  const type = textOf(attachment["type"]) ?? ""
  const payload = objectOf(attachment["payload"])
  if (type === "template") {
    const elements = listOf(payload["elements"])
    return elements.length === 0 ? [cardOf(payload)] : elements.map(cardOf)
  }
  if (type === "location") {
    const { lat, long } = objectOf(payload["coordinates"])
    return [part({ title: textOf(attachment["title"]), text: `${String(lat)}, ${String(long)}` })]
  }
  if (type === "like_heart") return [part({ text: "❤" })]
  if (type === "fallback") return [part({ title: textOf(payload["title"]), text: textOf(payload["url"]) })]
  return [part({ files: [fileOf(type, payload)] })]
}

const quickReply = (reply: Schema.JsonObject): ReadonlyArray<Tap> => {
  const label = textOf(reply["title"])
  if (label === null) return []
  return [tap(label, { type: "quick_reply", text: label, payload: String(reply["payload"] ?? label) })]
}

const messagingParts = ({ content }: Message): ReadonlyArray<ShownPart> => {
  if (isObject(content["postback"])) return [part({ text: textOf(content["postback"]["title"]) })]
  const attachments = [...listOf(content["attachments"]), ...[content["attachment"]].filter(isObject)]
  const text = textOf(content["text"])
  const taps = listOf(content["quick_replies"]).flatMap(quickReply)
  const words = text === null && taps.length === 0 && attachments.length > 0 ? [] : [part({ text, taps })]
  return [...attachments.flatMap(attachmentParts), ...words]
}

const decodeReply = Schema.decodeUnknownOption(
  Schema.Union([
    Schema.Struct({ context: Schema.Struct({ id: Schema.String }) }),
    Schema.Struct({ context: Schema.Struct({ message_id: Schema.String }) }),
    Schema.Struct({ reply_to: Schema.Struct({ mid: Schema.String }) })
  ])
)

const replyOf = (content: Schema.JsonObject): string | null =>
  Option.match(decodeReply(content), {
    onNone: () => null,
    onSome: (reply) => {
      if ("reply_to" in reply) return reply.reply_to.mid
      return "id" in reply.context ? reply.context.id : reply.context.message_id
    }
  })

/** What a phone shows of a message that is not deleted. */
export const shownMessage = (channel: Channel, message: Message): ShownMessage => ({
  parts: channel === "whatsapp" ? whatsAppParts(message) : messagingParts(message),
  replyTo: replyOf(message.content)
})

/** The words of a message for a list; empty where it has none. */
export const previewOf = (channel: Channel, message: Message): string => {
  if (message.isDeleted) return ""
  const [first] = shownMessage(channel, message).parts
  return (
    first?.text ??
    first?.title ??
    first?.files[0]?.name ??
    (first?.files[0] === undefined ? "" : `[${first.files[0].kind}]`)
  )
}
