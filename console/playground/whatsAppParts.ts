import type { Schema } from "effect"
import type { Message } from "./emulatorSchemas.ts"
import {
  fileOf,
  isObject,
  lines,
  link,
  listOf,
  objectOf,
  part,
  placeOf,
  type ShownPart,
  type Tap,
  tap,
  textOf
} from "./ShownPart.ts"

const contactOf = (contact: Schema.JsonObject): string | null =>
  lines(
    textOf(objectOf(contact["name"])["formatted_name"]),
    ...listOf(contact["phones"]).map((phone) => textOf(phone["phone"]))
  )

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

/** Answer of an empty form. */
const formAnswer = (id: string, label: string): Tap =>
  tap(label, {
    type: "interactive",
    replyTo: id,
    interactive: { type: "nfm_reply", nfm_reply: { name: "flow", body: "Sent", response_json: "{}" } }
  })

/** Answer to a location request. */
const exampleLocation = { latitude: 52.52, longitude: 13.405 }

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
      return [
        tap(String(action["name"] ?? "send_location"), { type: "location", replyTo: id, location: exampleLocation })
      ]
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

/** A card of a carousel. Its buttons open a page, or are replies. */
const cardPart = (id: string, card: Schema.JsonObject): ShownPart => {
  const front = interactivePart(id, card)
  const replies = listOf(objectOf(card["action"])["buttons"]).flatMap(({ quick_reply }) =>
    isObject(quick_reply) ? [replyButton(id, { reply: quick_reply })] : []
  )
  return part({ ...front, taps: [...front.taps, ...replies] })
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

/** Parts of a message on WhatsApp. */
export const whatsAppParts = ({ content, id, template }: Message): ReadonlyArray<ShownPart> => {
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
      return [
        interactivePart(id, value),
        ...listOf(objectOf(value["action"])["cards"]).map((card) => cardPart(id, card))
      ]
    case "button":
      return [part({ text: textOf(value["text"]) })]
    default:
      return [part({ text: JSON.stringify(value) === "{}" ? type : `${type}: ${JSON.stringify(value)}` })]
  }
}
