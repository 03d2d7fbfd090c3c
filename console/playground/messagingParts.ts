import type { Schema } from "effect"
import type { Message } from "./emulatorSchemas.ts"
import { fileOf, isObject, link, listOf, objectOf, part, type ShownPart, type Tap, tap, textOf } from "./ShownPart.ts"

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

/** Parts of a message on Messenger or Instagram. */
export const messagingParts = ({ content }: Message): ReadonlyArray<ShownPart> => {
  if (isObject(content["postback"])) return [part({ text: textOf(content["postback"]["title"]) })]
  const attachments = [...listOf(content["attachments"]), ...[content["attachment"]].filter(isObject)]
  const text = textOf(content["text"])
  const taps = listOf(content["quick_replies"]).flatMap(quickReply)
  const words = text === null && taps.length === 0 && attachments.length > 0 ? [] : [part({ text, taps })]
  return [...attachments.flatMap(attachmentParts), ...words]
}
