import { DateTime, Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { type TextLimit, isWithin } from "../../../domain/text/textLimits.ts"

/**
 * A check that accepts every value and documents `schema` instead. It serves values that are sent as text, and values that
 * the endpoint itself rejects with its own message.
 */
export const documentedAs = <T>(schema: Schema.Constraint) =>
  Schema.makeFilter<T>(() => true, {
    toJsonSchema: () => [Schema.toJsonSchemaDocument(schema).schema, true]
  })

/** A field that may be absent or null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

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

/** Requires a time zone; otherwise the time would be parsed as local time of the server. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Years that every store can represent in any time zone. */
const earliest = DateTime.makeUnsafe("1970-01-01T00:00:00.000Z")
const latest = DateTime.makeUnsafe("9999-12-30T00:00:00.000Z")

const read = (text: string): Option.Option<DateTime.Utc> =>
  dateTime.test(text)
    ? DateTime.make(text).pipe(
        Option.map(DateTime.toUtc),
        Option.filter(DateTime.between({ minimum: earliest, maximum: latest }))
      )
    : Option.none()

const expected = "a timestamp such as 2026-11-20T12:00:00.000Z"

/** An instant in a request. */
export const instant = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601 with its zone`, format: "date-time" }).pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transformEffect<DateTime.Utc, string>({
        decode: (text, options) =>
          Option.match(read(text), {
            onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ expected }, text, options)),
            onSome: Effect.succeed
          }),
        encode: (at) => Effect.succeed(DateTime.formatIso(at))
      })
    )
  )

/** Parses an id, with UUIDs in upper or lower case. Returns none if the text is not an id. */
export const idIn = <S extends Schema.ConstraintDecoder<unknown>>(
  id: S
): ((text: string) => Option.Option<S["Type"]>) => {
  const decode = Schema.decodeUnknownOption(id)
  return (text) => decode(text.toLowerCase())
}

/** Parses an id. A text that is not an id fails like an unknown id. */
export const idOr = <S extends Schema.ConstraintDecoder<unknown>, E>(
  id: S,
  notFound: () => E
): ((text: string) => Effect.Effect<S["Type"], E>) => {
  const read = idIn(id)
  return (text) => Option.match(read(text), { onNone: () => Effect.fail(notFound()), onSome: Effect.succeed })
}
