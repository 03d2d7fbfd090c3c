import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"

/** Keys whose texts are for people, in the order in which they are preferred. */
const keys = [
  "title",
  "body",
  "text",
  "name",
  "question",
  "caption",
  "description",
  "label",
  "subject",
  "message",
  "summary",
  "display_text"
] as const

/** Keys whose values are no part of the text of a message. */
const beside: ReadonlySet<string> = new Set([
  "context",
  "conversation_context",
  "errors",
  "identity",
  "raw",
  "referral",
  "reply_to"
])

/** Objects in each other that are searched for a text. */
const maxDepth = 4

/** Objects of one depth that are searched. */
const maxObjects = 50

/** Code points of a text. It is cut again where it is shown in one line. */
const maxUnits = 8_192

const textOf = (value: Schema.Json | undefined): string =>
  typeof value === "string" ? value.slice(0, maxUnits).toWellFormed().trim() : ""

/** The text under a key, or in an object under it, as in `body: { text }`. */
const textUnder = (value: Schema.Json | undefined): string =>
  isJsonObject(value) ? textOf(value["text"]) || textOf(value["body"]) : textOf(value)

const textIn = (part: Schema.JsonObject): string => {
  for (const key of keys) {
    const text = Object.hasOwn(part, key) ? textUnder(part[key]) : ""
    if (text !== "") return text
  }
  return ""
}

/**
 * A text for people in content of any form: the first of `keys`, in the outermost object that has one. Empty if there is
 * none. Ids, addresses and words of the protocol are no such texts.
 */
export const readableText = (content: Schema.JsonObject): string => {
  let level: ReadonlyArray<Schema.JsonObject> = [content]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    for (const part of level) {
      const text = textIn(part)
      if (text !== "") return text
    }
    level = level
      .flatMap((part) => Object.entries(part).flatMap(([key, value]) => (beside.has(key) ? [] : [value])))
      .filter(isJsonObject)
      .slice(0, maxObjects)
  }
  return ""
}
