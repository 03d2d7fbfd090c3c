import type { Channel } from "../conversations/Channel.ts"

/** How long a text may be. Characters are Unicode code points, as the platforms count them; bytes are of UTF-8. */
export interface TextLimit {
  readonly limit: number
  readonly unit: "characters" | "bytes"
}

/** The text of one message on each channel. */
export const textLimits: Readonly<Record<Channel, TextLimit>> = {
  whatsapp: { limit: 4096, unit: "characters" },
  messenger: { limit: 2000, unit: "characters" },
  instagram: { limit: 1000, unit: "bytes" }
}

const utf8 = new TextEncoder()

/** A code point is one or two of a string's units, and one to four bytes: most texts need no counting. */
export const isWithin = (text: string, { limit, unit }: TextLimit): boolean => {
  if (unit === "bytes") return text.length <= limit && utf8.encode(text).length <= limit
  return text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit)
}
