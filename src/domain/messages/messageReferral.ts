import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"

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
const textOf = (...parts: ReadonlyArray<Schema.Json | undefined>): string =>
  parts.map((part) => (typeof part === "number" ? String(part) : part)).find((part) => typeof part === "string") ?? ""

/** The origin of the person with the message; null if the platform reported none. */
export const referralOf = ({ content }: Pick<Message, "content">): Referral | null => {
  const referral = content["referral"]
  if (!isJsonObject(referral)) return null
  const ad = isJsonObject(referral["ads_context_data"]) ? referral["ads_context_data"] : {}
  return {
    source: textOf(referral["source_type"], referral["source"]),
    sourceId: textOf(referral["source_id"], referral["ad_id"], ad["post_id"]),
    headline: textOf(referral["headline"], ad["ad_title"]),
    text: textOf(referral["body"]),
    url: textOf(referral["source_url"], referral["referer_uri"]),
    ref: textOf(referral["ref"])
  }
}
