import type { Schema } from "effect"
import type { Inbound } from "./Inbound.ts"
import type { InboundDelivery } from "./InboundDelivery.ts"
import type { MessageContent } from "../messages/Message.ts"
import { truncate } from "../text/textLimits.ts"

/** Bytes of JSON that are stored of one reported thing: as many as a send may have. */
export const maxReportedBytes = 64 * 1024

/** Code points of a text in content that is larger: the longest text that a platform takes. */
const maxReportedText = 4096

const utf8 = new TextEncoder()
const bytesOf = (json: unknown): number => utf8.encode(JSON.stringify(json)).length
const fits = (json: unknown): boolean => bytesOf(json) <= maxReportedBytes

/** Code points are at most two units each, so no more is looked at. */
const shortText = (text: string): string => truncate(text.slice(0, 2 * maxReportedText), maxReportedText).toWellFormed()

const shortTexts = (json: Schema.Json): Schema.Json => {
  if (typeof json === "string") return shortText(json)
  if (typeof json !== "object" || json === null) return json
  if (Array.isArray(json)) return json.map(shortTexts)
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, shortTexts(value)]))
}

/** The first fields that fit, with texts cut, and a mark that something is missing. */
const bounded = (content: MessageContent): MessageContent => {
  if (fits(content)) return content
  let result: MessageContent = { truncated: true }
  for (const [key, value] of Object.entries(content)) {
    const longer = { ...result, [key]: shortTexts(value) }
    if (fits(longer)) result = longer
  }
  return result
}

/** The content stays as far as it fits. The raw record of the platform is dropped if it is too large. */
const boundedItem = (item: Inbound): Inbound => {
  switch (item._tag) {
    case "MessageReceived":
      return {
        ...item,
        content: bounded(item.content),
        referral: item.referral && bounded(item.referral),
        raw: fits(item.raw) ? item.raw : null
      }
    case "MessageEdited":
      return { ...item, content: bounded(item.content) }
    case "PostbackTapped":
      return {
        ...item,
        title: shortText(item.title),
        payload: item.payload === null ? null : shortText(item.payload),
        referral: item.referral && bounded(item.referral)
      }
    case "OptedIn":
      return { ...item, optIn: bounded(item.optIn) }
    case "Referred":
      return { ...item, referral: bounded(item.referral) }
    case "AccountChanged":
    case "ControlChanged":
    case "TemplateChanged":
      return { ...item, values: bounded(item.values) }
    case "Reacted":
      return { ...item, reaction: item.reaction === null ? null : shortText(item.reaction) }
    case "Ignored":
    case "FieldUnknown":
    case "TestDelivered":
    case "Unreadable":
      return fits(item.raw) ? item : { ...item, raw: null }
    default:
      return item
  }
}

/**
 * The reports of a delivery, each of a bounded size: a webhook may have megabytes, and its stored parts appear in
 * lists. A small delivery is returned as it is.
 */
export const boundedInbound = (
  { body }: Pick<InboundDelivery, "body">,
  items: ReadonlyArray<Inbound>
): ReadonlyArray<Inbound> => (3 * body.length <= maxReportedBytes ? items : items.map(boundedItem))
