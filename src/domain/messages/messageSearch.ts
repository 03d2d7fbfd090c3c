import { firstMatch, fragmentPattern } from "../text/fragmentPattern.ts"
import { truncate } from "../text/textLimits.ts"
import type { Message } from "./Message.ts"
import { messagePreview } from "./messageText.ts"

/** Most characters of a fragment that messages are searched for. */
export const maxFragmentLength = 200

/** Messages that one search examines at most: about 0.1 s of a server. A search that takes five seconds is ended. */
export const maxExaminedMessages = 10_000

/** Code points of a text that are searched, from its beginning: twice as many as the longest text of any channel has. */
export const maxSearchedLength = 8_192

/** Code points of an excerpt at most, without the marks of omissions. */
export const maxExcerptLength = 160

/** Code points of an excerpt in front of the match at most. */
export const maxExcerptLead = 40

/** Marks omitted text in an excerpt. */
const ellipsis = "…"

/** The pattern of a fragment; null for one that is blank. Space around it is no part of it. */
export const messageSearch = (fragment: string): string | null => {
  const trimmed = fragment.trim()
  return trimmed === "" ? null : fragmentPattern(trimmed)
}

/** No code point has more than two units. */
const searchedPart = (text: string): string =>
  text.length <= maxSearchedLength
    ? text
    : Array.from(text.slice(0, 2 * maxSearchedLength))
        .slice(0, maxSearchedLength)
        .join("")

/** The texts in which a message is found: its text and caption, and the preview, which other kinds have too. */
export const searchedTexts = ({ content, type }: Pick<Message, "type" | "content">): ReadonlyArray<string> =>
  [content["text"], content["caption"], messagePreview(type, content)]
    .filter((text) => typeof text === "string")
    .map(searchedPart)

/** The part of the text around the first match, which begins at a word where there is one. */
export const excerptOf = (text: string, pattern: string): string => {
  const at = firstMatch(text, pattern)?.at ?? 0
  const before = Array.from(text.slice(0, at))
  const lead = before.slice(-maxExcerptLead)
  const isCut = lead.length < before.length
  const start = isCut ? lead.slice(lead.findIndex((character) => character.trim() === "") + 1) : lead
  const rest = text.slice(at)
  const excerpt = truncate(rest, maxExcerptLength - start.length)
  return `${isCut ? ellipsis : ""}${start.join("")}${excerpt}${excerpt === rest ? "" : ellipsis}`
}

/** The excerpt of a message; null when it is not found. */
export const messageExcerpt = (message: Pick<Message, "type" | "content">, pattern: string): string | null => {
  const found = searchedTexts(message).find((text) => firstMatch(text, pattern) !== null)
  return found === undefined ? null : excerptOf(found, pattern)
}
