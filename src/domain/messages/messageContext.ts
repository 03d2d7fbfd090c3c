import { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"
import { PlatformMessageId } from "../Ids.ts"

/** A product of a catalog that a message is about. Each id is empty if the platform does not report it. */
export interface ReferredProduct {
  readonly catalogId: string
  /** The seller's id of the product. */
  readonly productId: string
}

/** The context in which a person wrote a message of WhatsApp. */
export interface MessageContext {
  readonly forwarded: boolean
  /** Forwarded by more than five people, one after the other. */
  readonly frequentlyForwarded: boolean
  readonly product: ReferredProduct | null
}

const textOf = (part: Schema.Json | undefined): string => {
  const text = typeof part === "number" ? String(part) : part
  return typeof text === "string" ? text : ""
}

const productOf = (part: Schema.Json | undefined): ReferredProduct | null => {
  if (!isJsonObject(part)) return null
  const product = { catalogId: textOf(part["catalog_id"]), productId: textOf(part["product_retailer_id"]) }
  return product.catalogId === "" && product.productId === "" ? null : product
}

/** The context of a message; null if it has none. A message that was forwarded frequently was forwarded too. */
export const messageContext = ({ content }: Pick<Message, "content">): MessageContext | null => {
  const context = content["context"]
  if (!isJsonObject(context)) return null
  const frequentlyForwarded = context["frequently_forwarded"] === true
  const forwarded = frequentlyForwarded || context["forwarded"] === true
  const product = productOf(context["referred_product"])
  return forwarded || product !== null ? { forwarded, frequentlyForwarded, product } : null
}

/** The target of a reply: another message, or a story of the business. */
export interface Answered {
  /** Null for a story. */
  readonly platformMessageId: PlatformMessageId | null
  /** The platform's address of the story, which it keeps for a day; null for a message. */
  readonly storyUrl: string | null
}

/** The answered message as a list shows it beside the answer. */
export interface QuotedMessage extends Pick<Message, "id" | "direction" | "conversationId"> {
  /** Its preview. */
  readonly text: string
}

const isPlatformMessageId = Schema.is(PlatformMessageId)

/** The target that the message replies to; null if it is no reply. */
export const answeredBy = ({ content }: Pick<Message, "content">): Answered | null => {
  const answered = content["reply_to"]
  if (!isJsonObject(answered)) return null
  const { message_id: id, story } = answered
  const url = isJsonObject(story) ? story["url"] : undefined
  const platformMessageId = isPlatformMessageId(id) ? id : null
  const storyUrl = typeof url === "string" && url !== "" ? url : null
  return platformMessageId === null && storyUrl === null ? null : { platformMessageId, storyUrl }
}

/** The ad, post or link that a message came from. Each text is empty when the platform does not say. */
export interface Referral {
  /** In the platform's words: `ad` and `post` of WhatsApp, `ADS` and `SHORTLINK` of the other channels. */
  readonly source: string
  /** The platform's id of the ad or post. */
  readonly sourceId: string
  readonly headline: string
  readonly text: string
  readonly url: string
  /** The parameter of the link. */
  readonly ref: string
}

/** The first of the parts with a text. Ids may be numbers. */
const firstTextOf = (...parts: ReadonlyArray<Schema.Json | undefined>): string =>
  parts.map((part) => (typeof part === "number" ? String(part) : part)).find((part) => typeof part === "string") ?? ""

/** The origin of the person with the message; null if the platform reported none. */
export const referralOf = ({ content }: Pick<Message, "content">): Referral | null => {
  const referral = content["referral"]
  if (!isJsonObject(referral)) return null
  const ad = isJsonObject(referral["ads_context_data"]) ? referral["ads_context_data"] : {}
  return {
    source: firstTextOf(referral["source_type"], referral["source"]),
    sourceId: firstTextOf(referral["source_id"], referral["ad_id"], ad["post_id"]),
    headline: firstTextOf(referral["headline"], ad["ad_title"]),
    text: firstTextOf(referral["body"]),
    url: firstTextOf(referral["source_url"], referral["referer_uri"]),
    ref: firstTextOf(referral["ref"])
  }
}

/** The template of a message, with the values that it was sent with. */
export interface SentTemplate {
  readonly name: string
  /** Empty when the platform does not say. */
  readonly language: string
  /** The components in the form of the send: `{type, sub_type?, index?, parameters?}`. */
  readonly components: ReadonlyArray<Schema.JsonObject>
}

/** The template that the message is; null for any other message. */
export const sentTemplate = ({ content }: Pick<Message, "content">): SentTemplate | null => {
  const template = content["template"]
  if (!isJsonObject(template)) return null
  const { components, language, name } = template
  if (typeof name !== "string" || name === "") return null
  return {
    name,
    language: typeof language === "string" ? language : "",
    components: Array.isArray(components) ? components.filter(isJsonObject) : []
  }
}

/** A message in the platform's form. */
export interface OriginalMessage {
  readonly type: string
  readonly content: Schema.JsonObject
}

/** Types that say more than the six types of the contract can: buttons, lists, cards of contacts, stickers. */
const structured: ReadonlySet<string> = new Set([
  "button_template",
  "contacts",
  "generic_template",
  "interactive",
  "quick_replies",
  "sticker"
])

/** Parts that a message has in fields of its own. */
const separate: ReadonlySet<string> = new Set(["context", "eventUrl", "referral", "reply_to", "url"])

/** The message in the platform's form, if its type has more parts than a list shows otherwise; null for any other. */
export const originalMessage = ({ content, type }: Pick<Message, "type" | "content">): OriginalMessage | null =>
  structured.has(type)
    ? { type, content: Object.fromEntries(Object.entries(content).filter(([name]) => !separate.has(name))) }
    : null
