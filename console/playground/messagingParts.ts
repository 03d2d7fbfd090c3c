import type { Schema } from "effect"
import { likeStickerId } from "../../src/domain/messages/messenger/MessengerRules.ts"
import type { Message } from "./emulatorSchemas.ts"
import {
  fileOf,
  isObject,
  lines,
  link,
  listOf,
  objectOf,
  part,
  type ShownFile,
  type ShownPart,
  type Tap,
  tap,
  textOf
} from "./ShownPart.ts"

const cardTap = (button: Schema.JsonObject): ReadonlyArray<Tap> => {
  const label = String(button["title"] ?? "")
  if (button["type"] === "web_url") return link(label, textOf(button["url"]))
  if (button["type"] !== "postback") return []
  return [tap(label, { type: "postback", title: label, payload: String(button["payload"] ?? label) })]
}

/** The file of a media template. */
const mediaOf = (element: Schema.JsonObject): ReadonlyArray<ShownFile> => {
  const kind = textOf(element["media_type"])
  return kind === null ? [] : [fileOf(kind, element)]
}

/** A tap on an image of a grid, by its address or payload. */
const imageTap = (image: Schema.JsonObject): ReadonlyArray<Tap> => {
  const action = objectOf(image["action"])
  if (action["type"] === undefined) return []
  return cardTap({ ...action, title: textOf(action["url"]) ?? textOf(action["payload"]) ?? "" })
}

const cardOf = (element: Schema.JsonObject): ShownPart => {
  const picture = textOf(element["image_url"])
  const images = listOf(element["images"])
  return part({
    title: textOf(element["title"]),
    text: textOf(element["subtitle"]) ?? textOf(element["text"]),
    files: [
      ...(picture === null ? [] : [fileOf("image", { url: picture })]),
      ...images.map((image) => fileOf("image", image)),
      ...mediaOf(element)
    ],
    taps: [...images.flatMap(imageTap), ...listOf(element["buttons"]).flatMap(cardTap)]
  })
}

const receiptOf = (receipt: Schema.JsonObject): ShownPart => {
  const currency = textOf(receipt["currency"]) ?? ""
  const items = listOf(receipt["elements"]).map(
    (item) => `${String(item["quantity"] ?? 1)} × ${String(item["title"])}: ${String(item["price"])} ${currency}`
  )
  const total = objectOf(receipt["summary"])["total_cost"]
  return part({
    title: textOf(receipt["order_number"]),
    text: lines(...items, `${textOf(receipt["payment_method"]) ?? ""}: ${String(total)} ${currency}`)
  })
}

const attachmentParts = (attachment: Schema.JsonObject): ReadonlyArray<ShownPart> => {
  const type = textOf(attachment["type"]) ?? ""
  const payload = objectOf(attachment["payload"])
  if (type === "template") {
    if (payload["template_type"] === "receipt") return [receiptOf(payload)]
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

const stickerParts = (id: Schema.Json | undefined): ReadonlyArray<ShownPart> =>
  id === undefined ? [] : [part({ text: String(id) === likeStickerId ? "👍" : `🏷 ${String(id)}` })]

/** Parts of a message on Messenger or Instagram. */
export const messagingParts = ({ content }: Message): ReadonlyArray<ShownPart> => {
  if (isObject(content["postback"])) return [part({ text: textOf(content["postback"]["title"]) })]
  const attachments = [...listOf(content["attachments"]), ...[content["attachment"]].filter(isObject)]
  const text = textOf(content["text"])
  const taps = listOf(content["quick_replies"]).flatMap(quickReply)
  const others = [...attachments.flatMap(attachmentParts), ...stickerParts(content["sticker_id"])]
  const words = text === null && taps.length === 0 && others.length > 0 ? [] : [part({ text, taps })]
  return [...others, ...words]
}
