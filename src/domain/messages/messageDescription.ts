import { Option, Schema } from "effect"
import { callText } from "./messageCall.ts"
import { interactiveText, describedKinds } from "./describedKinds.ts"
import { describedMessages } from "./messenger/describedMessages.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { truncate } from "../text/textLimits.ts"
import type { Message, MessageContent } from "./Message.ts"

/** Code points of a description at most. */
export const maxDescriptionLength = 1_024

/** Contacts, items and fields that a description names at most, each on a line. */
const maxLines = 50

/** Objects and lists in each other that a field of a form is read to. */
const maxDepth = 3

type Part = Schema.Json | undefined

const at = (part: Part, key: string): Part =>
  part !== undefined && isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined

const textAt = (part: Part, key: string): string => {
  const text = at(part, key)
  return typeof text === "string" ? text.trim() : ""
}

const listAt = (part: Part, key: string): ReadonlyArray<Schema.Json> => {
  const list = at(part, key)
  return Array.isArray(list) ? list : []
}

/** A number, which the platforms write as text at times. */
const numberAt = (part: Part, key: string): number | null => {
  const value = at(part, key)
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : null
}

const firstOf = (...texts: ReadonlyArray<string>): string => texts.find((text) => text !== "") ?? ""
const joined = (separator: string, ...texts: ReadonlyArray<string>): string =>
  texts.filter((text) => text !== "").join(separator)

/** The first lines, and how many more there are. */
const lines = (all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const nonEmpty = all.filter((line) => line !== "")
  return nonEmpty.length <= maxLines
    ? nonEmpty
    : [...nonEmpty.slice(0, maxLines), `and ${nonEmpty.length - maxLines} more`]
}

/** The full name of a vCard, which some shared contacts have in place of a name. */
const cardName = (card: string): string => {
  const line = card.split("\n", maxLines).find((one) => one.startsWith("FN:") || one.startsWith("FN;")) ?? ""
  return line.slice(line.indexOf(":") + 1).trim()
}

const contactLine = (contact: Schema.Json): string => {
  const name = at(contact, "name")
  const numbers = listAt(contact, "phones").map((phone) => firstOf(textAt(phone, "phone"), textAt(phone, "wa_id")))
  const addresses = listAt(contact, "emails").map((email) => textAt(email, "email"))
  const title = firstOf(
    textAt(name, "formatted_name"),
    joined(" ", textAt(name, "first_name"), textAt(name, "last_name")),
    cardName(textAt(contact, "vcard")),
    textAt(at(contact, "org"), "company")
  )
  return joined(", ", title, ...numbers, ...addresses)
}

const sharedContacts = (content: MessageContent): ReadonlyArray<string> => {
  const contacts = listAt(content, "contacts")
  const texts = contacts.map(contactLine)
  const hasText = texts.some((line) => line !== "")
  const title = contacts.length > 1 ? `${contacts.length} contacts` : "Contact"
  if (!hasText) return contacts.length === 0 ? [] : ["Shared a contact"]
  return contacts.length > 1 ? [title, ...lines(texts)] : [`${title}: ${texts.join("")}`]
}

/** Amounts have at most three decimals in any currency. */
const amount = (value: number, currency: string): string =>
  joined(" ", String(Math.round(value * 1_000) / 1_000), currency)

const orderItem = (item: Schema.Json) => ({
  name: firstOf(textAt(item, "name"), textAt(item, "product_retailer_id"), "item"),
  quantity: numberAt(item, "quantity") ?? 1,
  price: numberAt(item, "item_price"),
  currency: textAt(item, "currency")
})

/** The total of each currency. */
const totalsOf = (items: ReadonlyArray<ReturnType<typeof orderItem>>): string => {
  const totals = new Map<string, number>()
  for (const { currency, price, quantity } of items) {
    if (price !== null) totals.set(currency, (totals.get(currency) ?? 0) + quantity * price)
  }
  return [...totals].map(([currency, total]) => amount(total, currency)).join(" + ")
}

const order = (content: MessageContent): ReadonlyArray<string> => {
  const items = listAt(content, "product_items").map(orderItem)
  if (items.length === 0) return []
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = totalsOf(items)
  const itemLines = items.map(({ currency, name, price, quantity }) =>
    joined(" at ", `${quantity} × ${name}`, price === null ? "" : amount(price, currency))
  )
  return [
    joined(", ", `Order: ${count} ${count === 1 ? "item" : "items"}`, total === "" ? "" : `total ${total}`),
    ...lines(itemLines),
    textAt(content, "text")
  ]
}

/** Builders of forms number screens and fields: `screen_0_First_name_1`. */
const built = /^screen_\d+_(.+?)(?:_\d+)?$/i

const labelOf = (key: string): string => (built.exec(key)?.[1] ?? key).replaceAll("_", " ").trim()

const fieldText = (value: unknown, depth: number): string => {
  if (typeof value === "string") return value.trim()
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value !== "object" || value === null || depth === 0) return ""
  return Array.isArray(value)
    ? joined(", ", ...value.slice(0, maxLines).map((one) => fieldText(one, depth - 1)))
    : joined(", ", ...fieldLines(value, depth - 1))
}

const fieldLines = (fields: object, depth: number): ReadonlyArray<string> =>
  Object.entries(fields)
    .map(([key, value]) => [labelOf(key), fieldText(value, depth)] as const)
    .flatMap(([label, text]) => (text === "" ? [] : [`${label}: ${text}`]))

/** Only the first level is checked: a text may nest deeper than a schema can follow. */
const parseFields = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** The answer of a form (WhatsApp Flow). Its token says nothing to people. */
const formAnswer = (content: MessageContent): ReadonlyArray<string> => {
  const reply = at(content, "nfm_reply")
  if (reply === undefined) return []
  const fields = Option.getOrElse(parseFields(textAt(reply, "response_json")), () => ({}))
  const { flow_token: _, ...answers } = { flow_token: "", ...fields }
  return ["Form answer", ...lines(fieldLines(answers, maxDepth))]
}

/** The buttons and rows that a message offers, in brackets. */
const choices = ({ action }: MessageContent): string => {
  const titles = [
    ...listAt(action, "buttons").map((button) => textAt(at(button, "reply"), "title")),
    ...listAt(action, "sections").flatMap((section) => listAt(section, "rows").map((row) => textAt(row, "title"))),
    textAt(at(action, "parameters"), "display_text"),
    textAt(at(action, "parameters"), "flow_cta")
  ]
  return joined(" ", ...titles.flatMap((title) => (title === "" ? [] : [`[${title}]`])).slice(0, maxLines))
}

const interactive = (content: MessageContent): ReadonlyArray<string> => {
  const form = formAnswer(content)
  return form.length > 0 ? form : [interactiveText(content), choices(content)]
}

const storyReply = (content: MessageContent): ReadonlyArray<string> =>
  at(at(content, "reply_to"), "story") === undefined ? [] : ["Replied to your story"]

/** Some reports have title and address in the payload. */
const sharedLink = ({ attachment }: MessageContent): ReadonlyArray<string> => {
  const shared = (name: string) => firstOf(textAt(attachment, name), textAt(at(attachment, "payload"), name))
  return [joined(" ", shared("title"), shared("url"))]
}

/** WhatsApp names the kind at times. */
const unsupported = (content: MessageContent): ReadonlyArray<string> => [
  joined(": ", "Sent something that the platform does not pass on", textAt(at(content, "unsupported"), "type"))
]

/** A fixed sentence, with the title of the shared thing where it has one. */
const saying =
  (words: string) =>
  ({ attachment }: MessageContent): ReadonlyArray<string> => [
    joined(": ", words, firstOf(textAt(at(attachment, "payload"), "title"), textAt(attachment, "title")))
  ]

/** Message types without text, or with content beside their text, and the description of each. */
const descriptions: ReadonlyMap<string, (content: MessageContent) => ReadonlyArray<string>> = new Map([
  ["contacts", sharedContacts],
  ["order", order],
  ["interactive", interactive],
  ["call", (content) => [callText({ type: "call", content })]],
  ["unknown", storyReply],
  ["unsupported", unsupported],
  ["story_mention", saying("Mentioned you in a story")],
  ["story", saying("Shared a story")],
  ["ig_story", saying("Shared a story")],
  ["share", saying("Shared a post")],
  ["ig_post", saying("Shared a post")],
  ["post", saying("Shared a post")],
  ["ig_reel", saying("Shared a reel")],
  ["reel", saying("Shared a reel")],
  ["like_heart", saying("❤️")],
  ["fallback", sharedLink],
  ...[...describedKinds, ...describedMessages].map(
    ([kind, text]) => [kind, (content: MessageContent) => [text(content)]] as const
  )
])

/**
 * A message as plain text for people, where its kind needs a description; null for all others (contract: Senders, and
 * kinds outside the six types).
 */
export const messageDescription = ({ content, type }: Pick<Message, "type" | "content">): string | null => {
  const text = joined("\n", ...(descriptions.get(type)?.(content) ?? []))
  return text === "" ? null : truncate(text, maxDescriptionLength)
}
