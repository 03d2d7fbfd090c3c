import { type Channel, textLimits } from "../../../src/domain/conversations/Channel.ts"
import { type TextLimit, isWithin, notBlank } from "../../../src/domain/text/textLimits.ts"

/** Length of a text relative to its limit. */
export interface TextUse {
  readonly used: number
  readonly limit: number
  readonly unit: TextLimit["unit"]
  readonly isOver: boolean
  /** Whether the remaining characters are shown. */
  readonly isNear: boolean
}

const utf8 = new TextEncoder()

/** Share of the limit from which the remaining characters are shown. */
const nearShare = 0.8

/** Length of a text relative to a limit, in the unit of the limit. */
export const useOf = (text: string, limit: TextLimit): TextUse => {
  const used = limit.unit === "bytes" ? utf8.encode(text).length : Array.from(text).length
  return { ...limit, used, isOver: !isWithin(text, limit), isNear: used >= limit.limit * nearShare }
}

/** Length of a text relative to the limit of the channel. */
export const textUse = (channel: Channel, text: string): TextUse => useOf(text, textLimits[channel])

/** Whether the text can be sent on the channel. */
export const isSendable = (channel: Channel, text: string): boolean =>
  notBlank(text) !== null && isWithin(text, textLimits[channel])

export type AttachmentKind = "image" | "video" | "audio" | "document"

/** Kinds of files by the extension of their address. All others are documents. */
const endings: Readonly<Record<Exclude<AttachmentKind, "document">, RegExp>> = {
  image: /\.(?:jpe?g|png|webp|gif)$/i,
  video: /\.(?:mp4|3gpp?|mov)$/i,
  audio: /\.(?:aac|amr|mp3|m4a|ogg|opus)$/i
}

/** Maximum characters of an address that browsers and platforms accept. */
export const maxAddressLength = 2_048

/** Problem of the address of a file; null without one. */
export type AddressProblem = "empty" | "invalid" | "scheme" | "tooLong"

const addressOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** The platform fetches the file, so the address must be a web address. */
export const addressProblem = (text: string): AddressProblem | null => {
  const trimmed = text.trim()
  if (trimmed === "") return "empty"
  if (trimmed.length > maxAddressLength) return "tooLong"
  const address = addressOf(trimmed)
  if (address === null) return "invalid"
  return address.protocol === "https:" || address.protocol === "http:" ? null : "scheme"
}

/** Kind of a file, by the extension of its address. */
export const kindOfAddress = (text: string): AttachmentKind => {
  const path = addressOf(text.trim())?.pathname ?? ""
  if (endings.image.test(path)) return "image"
  if (endings.video.test(path)) return "video"
  return endings.audio.test(path) ? "audio" : "document"
}

/** The dropped or pasted address of an image, sound or video; null for other texts. */
export const attachmentAddress = (text: string): string | null => {
  const trimmed = text.trim()
  if (/\s/.test(trimmed) || addressProblem(trimmed) !== null) return null
  return kindOfAddress(trimmed) === "document" ? null : trimmed
}
