import { DateTime } from "effect"
import type { GraphCall } from "../graph/GraphCall.ts"
import type { StoredMedia } from "./MediaVault.ts"

/** Where files are got from, below the address that the Graph API is mounted at. */
export const mediaPath = "/whatsapp_business/attachments"

/** The part of the address that goes with the file and the hour, so that one that was changed leads nowhere. */
export const hashOf = ({ id, sha256Hex }: StoredMedia, ext: string): string => `${sha256Hex.slice(0, 24)}-${id}-${ext}`

/** The address of a file: `ext` are the seconds until which it is good. */
export const mediaUrl = ({ address, url }: GraphCall, media: StoredMedia, until: DateTime.Utc): string => {
  const mount = address.slice(0, address.length - url.length)
  const ext = String(Math.floor(DateTime.toEpochMillis(until) / 1000))
  return `${mount}${mediaPath}?${new URLSearchParams({ mid: media.id, ext, hash: hashOf(media, ext) }).toString()}`
}
