import type { Schema } from "effect"
import { isJsonObject } from "../../text/isJsonObject.ts"
import type { MessageContent } from "../Message.ts"
import { likeStickerId } from "./MessengerRules.ts"

const objectAt = (part: Schema.JsonObject, key: string): Schema.JsonObject => {
  const inner = part[key]
  return isJsonObject(inner) ? inner : {}
}

const listAt = (part: Schema.JsonObject, key: string): ReadonlyArray<Schema.JsonObject> => {
  const list = part[key]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

const textAt = (part: Schema.JsonObject, key: string): string => {
  const text = part[key]
  return typeof text === "string" ? text.trim() : ""
}

const joined = (separator: string, ...texts: ReadonlyArray<string>): string =>
  texts.filter((text) => text !== "").join(separator)

const payloadOf = (content: MessageContent): Schema.JsonObject => objectAt(objectAt(content, "attachment"), "payload")

const counted = (count: number): string => `${count} ${count === 1 ? "image" : "images"}`

const images = (content: MessageContent): string => {
  const { length } = listAt(content, "attachments")
  return length === 0 ? "" : counted(length)
}

const imageGrid = (content: MessageContent): string => {
  const [grid] = listAt(payloadOf(content), "elements")
  if (grid === undefined) return ""
  return joined("\n", textAt(grid, "title") || counted(listAt(grid, "images").length), textAt(grid, "subtitle"))
}

const mediaTemplate = (content: MessageContent): string => {
  const [media] = listAt(payloadOf(content), "elements")
  if (media === undefined) return ""
  const titles = listAt(media, "buttons").map((button) => textAt(button, "title"))
  return joined(": ", textAt(media, "media_type") === "video" ? "Video" : "Image", joined(", ", ...titles))
}

/** Items of a receipt that are named, each on a line. */
const maxItems = 20

const receipt = (content: MessageContent): string => {
  const order = payloadOf(content)
  const { total_cost: total } = objectAt(order, "summary")
  if (typeof total !== "number") return ""
  const items = listAt(order, "elements").slice(0, maxItems)
  const lines = items.map(
    (item) => `${typeof item["quantity"] === "number" ? item["quantity"] : 1} × ${textAt(item, "title")}`
  )
  return joined(
    "\n",
    joined(", ", `Receipt ${textAt(order, "order_number")}`, joined(" ", String(total), textAt(order, "currency"))),
    ...lines
  )
}

const sticker = (content: MessageContent): string => {
  if (String(content["sticker_id"] ?? "") === likeStickerId) return "👍"
  return textAt(objectAt(content, "attachment"), "type") === "like_heart" ? "❤️" : ""
}

/** Kinds of messages that only sends of Messenger and Instagram have, and their words. */
export const describedMessages: ReadonlyArray<readonly [kind: string, text: (content: MessageContent) => string]> = [
  ["images", images],
  ["image_grid", imageGrid],
  ["media_template", mediaTemplate],
  ["receipt_template", receipt],
  ["sticker", sticker]
]
