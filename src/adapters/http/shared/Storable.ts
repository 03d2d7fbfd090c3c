import { Schema, SchemaIssue } from "effect"
import { type TextLimit, isWithin } from "../../../domain/text/textLimits.ts"

/** Error text for characters that Postgres cannot store. */
const message = "Expected text without NUL characters and unpaired surrogates"

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const isStorableJson = (json: Schema.Json): boolean => {
  if (typeof json === "string") return isStorableText(json)
  if (typeof json !== "object" || json === null) return true
  return Array.isArray(json)
    ? json.every(isStorableJson)
    : Object.entries(json).every(([key, value]) => isStorableText(key) && isStorableJson(value))
}

/** Documents the check with an empty schema, since JSON Schema cannot express it. */
const unsaid = { toJsonSchema: () => [{}, true] as const }

/** Text that can be stored. */
export const Text = Schema.String.check(Schema.makeFilter((text) => isStorableText(text) || message, unsaid))

/** A limit as text for error messages. */
export const limitText = ({ limit, unit }: TextLimit): string =>
  `at most ${limit} ${unit === "bytes" ? "bytes of UTF-8" : unit}`

/** A bounded length. JSON Schema counts code points, of which a text has at most as many as bytes. */
export const within = (limit: TextLimit) =>
  Schema.makeFilter((text: string) => isWithin(text, limit) || `Expected ${limitText(limit)}`, {
    toJsonSchema: () => [{ maxLength: limit.limit }, true]
  })

/** Text of a bounded length. */
export const textWithin = (limit: TextLimit) => Text.check(within(limit))

/** Text that counts as missing if it is empty or blank. */
export const RequiredText = Text.check(
  Schema.isNonEmpty(),
  Schema.makeFilter((text) => text.trim() !== "" || new SchemaIssue.MissingKey(undefined), {
    toJsonSchema: () => [{ pattern: String.raw`\S` }, true]
  })
)

/** An object whose content is passed on unchanged. */
export const StorableObject = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((json) => isStorableJson(json) || message, unsaid)
)
