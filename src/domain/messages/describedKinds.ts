import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { MessageContent } from "./Message.ts"
import { readableText } from "./readableText.ts"

const objectAt = (content: MessageContent, key: string): Schema.JsonObject => {
  const part = content[key]
  return isJsonObject(part) ? part : {}
}

const textAt = (part: Schema.JsonObject, key: string): string => {
  const text = part[key]
  return typeof text === "string" ? text.trim() : ""
}

/** Words of the platform as people write them: `call_permission_reply` is `Call permission reply`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const labelled = (label: string, text: string): string => (text === "" ? label : `${label}: ${text}`)

/** The answer to a request for calls. */
const callPermission = (reply: Schema.JsonObject): string => {
  if (textAt(reply, "response") !== "accept") return "Does not allow calls"
  return reply["is_permanent"] === true ? "Allows calls at any time" : "Allows calls"
}

/** Replies whose title the reader of tapped buttons and rows takes. */
const tapped = ["button_reply", "list_reply"] as const

/**
 * An interactive message of a kind other than a tapped button, a tapped row and a form: the text that it has, else its
 * kind in words. Empty for those three and for one without a kind.
 */
export const interactiveText = (content: MessageContent): string => {
  if (tapped.some((name) => textAt(objectAt(content, name), "title") !== "")) return ""
  const reply = content["call_permission_reply"]
  if (isJsonObject(reply)) return callPermission(reply)
  return readableText(content) || wordsOf(textAt(content, "type"))
}

const product = (content: MessageContent): string =>
  labelled("Product", readableText(content) || textAt(content, "product_retailer_id"))

const pin = (content: MessageContent): string =>
  (textAt(content, "type") || textAt(content, "action")).toLowerCase().startsWith("unpin")
    ? "Unpinned a message"
    : "Pinned a message"

/** An amount as the platform writes it: a number of the smallest unit, and how many of these are one. */
const amountText = (payment: MessageContent): string => {
  const amount = objectAt(payment, "amount")
  const [value, offset] = [amount["value"], amount["offset"] ?? 1]
  if (typeof value !== "number" || typeof offset !== "number" || offset <= 0) return ""
  const currency = textAt(payment, "currency") || textAt(amount, "currency")
  return `${Math.round((value / offset) * 1_000) / 1_000} ${currency}`.trim()
}

const payment = (content: MessageContent): string =>
  labelled("Payment", amountText(content) || readableText(content) || textAt(content, "status"))

/** Kinds of messages that say what they are beside what they say, and their words. */
export const describedKinds: ReadonlyArray<readonly [kind: string, text: (content: MessageContent) => string]> = [
  ["event", (content) => labelled("Event", readableText(content))],
  ["payment", payment],
  ["pin", pin],
  ["poll", (content) => labelled("Poll", readableText(content))],
  ["product", product]
]
