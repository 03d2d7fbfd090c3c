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

/** Where the person came from with the message; null when the platform said nothing of it. */
export const referralOf = ({ content }: Pick<Message, "content">): Referral | null => {
  const given = content["referral"]
  if (!isJsonObject(given)) return null
  const ad = isJsonObject(given["ads_context_data"]) ? given["ads_context_data"] : {}
  return {
    source: textOf(given["source_type"], given["source"]),
    sourceId: textOf(given["source_id"], given["ad_id"], ad["post_id"]),
    headline: textOf(given["headline"], ad["ad_title"]),
    text: textOf(given["body"]),
    url: textOf(given["source_url"], given["referer_uri"]),
    ref: textOf(given["ref"])
  }
}
