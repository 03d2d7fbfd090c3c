import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { notBlank } from "../../../src/domain/text/notBlank.ts"
import { isWithin, type TextLimit, textLimits } from "../../../src/domain/text/textLimits.ts"

/** How much of the room for a text is used. */
export interface TextUse {
  readonly used: number
  readonly limit: number
  readonly unit: TextLimit["unit"]
  readonly isOver: boolean
  /** Little room is left, which is shown before it is gone. */
  readonly isNear: boolean
}

const utf8 = new TextEncoder()

/** The share of the room from which on the writer sees how much is left. */
const nearShare = 0.8

/** How a text fits into a limit, counted as the limit counts. */
export const useOf = (text: string, limit: TextLimit): TextUse => {
  const used = limit.unit === "bytes" ? utf8.encode(text).length : Array.from(text).length
  return { ...limit, used, isOver: !isWithin(text, limit), isNear: used >= limit.limit * nearShare }
}

/** How a text fits into one message of the channel. */
export const textUse = (channel: Channel, text: string): TextUse => useOf(text, textLimits[channel])

/** Whether the text can be sent on the channel. */
export const isSendable = (channel: Channel, text: string): boolean =>
  notBlank(text) !== null && isWithin(text, textLimits[channel])

export type AttachmentKind = "image" | "video" | "audio" | "document"

/** Endings of addresses and what they are. Everything else is a document. */
const endings: Readonly<Record<Exclude<AttachmentKind, "document">, RegExp>> = {
  image: /\.(?:jpe?g|png|webp|gif)$/i,
  video: /\.(?:mp4|3gpp?|mov)$/i,
  audio: /\.(?:aac|amr|mp3|m4a|ogg|opus)$/i
}

/** Characters of an address; browsers and platforms take no longer ones. */
export const maxAddressLength = 2_048

/** The problem of the address of a file; null if it has none. */
export type AddressProblem = "empty" | "invalid" | "scheme" | "tooLong"

const addressOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** The platform fetches the file, so only an address of the web is one. */
export const addressProblem = (text: string): AddressProblem | null => {
  const trimmed = text.trim()
  if (trimmed === "") return "empty"
  if (trimmed.length > maxAddressLength) return "tooLong"
  const address = addressOf(trimmed)
  if (address === null) return "invalid"
  return address.protocol === "https:" || address.protocol === "http:" ? null : "scheme"
}

/** What a file is, by the ending of its address. */
export const kindOfAddress = (text: string): AttachmentKind => {
  const path = addressOf(text.trim())?.pathname ?? ""
  if (endings.image.test(path)) return "image"
  if (endings.video.test(path)) return "video"
  return endings.audio.test(path) ? "audio" : "document"
}

/** The address that was dropped or pasted and is that of an image, sound or video; null for any other text. */
export const attachmentAddress = (text: string): string | null => {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || addressProblem(trimmed) !== null) return null
  return kindOfAddress(trimmed) === "document" ? null : trimmed
}
