import { Option, type Schema } from "effect"
import { isJsonObject } from "./isJsonObject.ts"

/** Depth of nested values that are examined. A deeper value counts as a mention. */
const maxDepth = 100

const within = (json: Schema.Json, isMention: (text: string) => boolean, depth: number): Option.Option<Schema.Json> => {
  if (depth > maxDepth) return Option.none()
  if (Array.isArray(json)) {
    return Option.some(json.flatMap((item: Schema.Json) => Option.toArray(within(item, isMention, depth + 1))))
  }
  if (!isJsonObject(json)) return json !== null && isMention(String(json)) ? Option.none() : Option.some(json)
  const entries: Array<readonly [string, Schema.Json]> = []
  for (const [name, value] of Object.entries(json)) {
    const rest = isMention(name) ? Option.none() : within(value, isMention, depth + 1)
    if (Option.isNone(rest)) return rest
    entries.push([name, rest.value])
  }
  return Option.some(Object.fromEntries(entries))
}

/**
 * The value without the elements of lists that mention something: of nested lists, the innermost. A mention outside of
 * lists leaves nothing. A value without a mention stays as it is.
 */
export const withoutMentions = (json: Schema.Json, isMention: (text: string) => boolean): Option.Option<Schema.Json> =>
  within(json, isMention, 0)

/** Fewest digits of a number that is recognized inside a text whatever its separators. */
const minDigits = 7

const separators = /[\s().+/-]/g

/** Whether a text contains one of the terms. Digits are recognized with separators between them, too. */
export const mentionOf = (terms: ReadonlyArray<string>): ((text: string) => boolean) => {
  const texts = [...new Set(terms)].filter((term) => term !== "")
  const numbers = texts.filter((term) => term.length >= minDigits && /^\d+$/.test(term))
  return (text) => {
    if (texts.some((term) => text.includes(term))) return true
    if (numbers.length === 0) return false
    const plain = text.replaceAll(separators, "")
    return numbers.some((number) => plain.includes(number))
  }
}
