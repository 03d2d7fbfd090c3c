import type { Schema } from "effect"
import type { MediaId } from "../Ids.ts"
import type { InboundMedia } from "../Inbound.ts"
import { isJsonObject } from "../isJsonObject.ts"
import type { MessageContent } from "../MessageContent.ts"

/** A file, and where it will be found. */
export interface PlacedMedia {
  readonly id: MediaId
  readonly media: InboundMedia
  readonly url: string
}

const replaced = (json: Schema.Json, urls: ReadonlyMap<string, string>): Schema.Json => {
  if (typeof json === "string") return urls.get(json) ?? json
  if (Array.isArray(json)) return json.map((part: Schema.Json) => replaced(part, urls))
  return isJsonObject(json) ? replacedIn(json, urls) : json
}

const replacedIn = (content: MessageContent, urls: ReadonlyMap<string, string>): MessageContent =>
  Object.fromEntries(Object.entries(content).map(([key, part]) => [key, replaced(part, urls)] as const))

/**
 * The content with our addresses in the place of the platform's, which die. WhatsApp names files by ids: there the
 * address is one more part.
 */
export const withMediaUrls = (content: MessageContent, placed: ReadonlyArray<PlacedMedia>): MessageContent => {
  const urls = new Map(placed.flatMap(({ media, url }) => (media.url === null ? [] : [[media.url, url] as const])))
  const own = urls.size === 0 ? content : replacedIn(content, urls)
  const named = placed.find(({ media }) => media.platformMediaId !== null)
  return named === undefined ? own : { ...own, url: named.url }
}
