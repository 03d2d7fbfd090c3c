import { Schema, SchemaIssue } from "effect"
import { isWithin, type TextLimit } from "../../../domain/text/textLimits.ts"

/** Characters that Postgres cannot keep: NUL, and half of a surrogate pair. */
const message = "Expected text without NUL characters and unpaired surrogates"

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const isStorableJson = (json: Schema.Json): boolean => {
  if (typeof json === "string") return isStorableText(json)
  if (typeof json !== "object" || json === null) return true
  return Array.isArray(json)
    ? json.every(isStorableJson)
    : Object.entries(json).every(([key, value]) => isStorableText(key) && isStorableJson(value))
}

/** JSON Schema has no word for it; what the check says about its field is shown all the same. */
const unsaid = { toJsonSchema: () => [{}, true] as const }

/** Text as every request may carry it. */
export const Text = Schema.String.check(Schema.makeFilter((text) => isStorableText(text) || message, unsaid))

/** A limit in the words of a refusal. */
export const limitText = ({ limit, unit }: TextLimit): string =>
  `at most ${limit} ${unit === "bytes" ? "bytes of UTF-8" : unit}`

/** A bounded length. JSON Schema counts code points, of which a text has at most as many as bytes. */
export const within = (limit: TextLimit) =>
  Schema.makeFilter((text: string) => isWithin(text, limit) || `Expected ${limitText(limit)}`, {
    toJsonSchema: () => [{ maxLength: limit.limit }, true]
  })

/** Text of a bounded length. */
export const textWithin = (limit: TextLimit) => Text.check(within(limit))

/** Text that is missing when it is empty or blank. */
export const RequiredText = Text.check(
  Schema.isNonEmpty(),
  Schema.makeFilter((text) => text.trim() !== "" || new SchemaIssue.MissingKey(undefined), {
    toJsonSchema: () => [{ pattern: String.raw`\S` }, true]
  })
)

/** An object whose content is passed on as it is. */
export const StorableObject = Schema.Record(Schema.String, Schema.Json).check(
  Schema.makeFilter((json) => isStorableJson(json) || message, unsaid)
)
