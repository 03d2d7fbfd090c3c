import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { templateSchemas } from "../sends/TemplateComponent.ts"
import { whatsAppSchemas } from "../sends/WhatsAppParts.ts"

type JsonObject = { readonly [key: string]: Schema.Json }

const isObject = Schema.is(Schema.Record(Schema.String, Schema.Json))

const refersTo = "#/components/schemas/"

/** The public name of a schema: without the interface prefix and the `Encoded` suffix. */
const readableName = (name: string): string => name.replace(/^(?:developer|session)_/, "").replace(/Encoded$/, "")

const texts: ReadonlySet<string> = new Set(["title", "description"])

const textsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => texts.has(key)))

/**
 * Merges the single `allOf` member of a check into its schema, since type generators read flat schemas. A member with its
 * own type or reference replaces the schema, for example a number that is sent as query text.
 */
const inOnePiece = ({ allOf, ...schema }: JsonObject): JsonObject => {
  if (allOf === undefined) return schema
  const [part, ...others] = Array.isArray(allOf) ? allOf : []
  if (others.length > 0 || !isObject(part)) return { ...schema, allOf }
  if (part["$ref"] !== undefined) return part
  if (part["type"] !== undefined && part["type"] !== schema["type"]) return { ...textsOf(schema), ...part }
  const repeats = Object.keys(part).filter((key) => schema[key] !== undefined && key !== "type" && !texts.has(key))
  return repeats.length === 0 ? { ...schema, ...part } : { ...schema, allOf }
}

/** Unwraps a one-element `anyOf`. */
const alone = ({ anyOf, ...schema }: JsonObject): JsonObject => {
  if (anyOf === undefined) return schema
  const [part, ...others] = Array.isArray(anyOf) ? anyOf : []
  return others.length === 0 && isObject(part) ? { ...schema, ...part } : { ...schema, anyOf }
}

/** Allows any property on objects without listed fields; generators would otherwise allow none. */
const open = (schema: JsonObject): JsonObject =>
  schema["type"] === "object" && schema["properties"] === undefined && schema["additionalProperties"] === undefined
    ? { ...schema, additionalProperties: true }
    : schema

const rewrittenParts = (parts: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, rewritten(part)]))

/** Examples and listed values are no schemas. */
const isData = (key: string): boolean => key.startsWith("example") || key === "enum" || key === "default"

const rewritten = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(rewritten)
  if (!isObject(value)) return value
  const parts = Object.entries(value).map(([key, part]): [string, Schema.Json] => {
    if (isData(key)) return [key, part]
    if (key === "properties" && isObject(part)) return [key, rewrittenParts(part)]
    return key === "$ref" && typeof part === "string" && part.startsWith(refersTo)
      ? [key, `${refersTo}${readableName(part.slice(refersTo.length))}`]
      : [key, rewritten(part)]
  })
  return open(inOnePiece(alone(Object.fromEntries(parts))))
}

/**
 * Rewrites schemas so that type generators produce useful types, for `OpenApi.Transform` (contract: Schemas of the
 * documents).
 */
export const plainSchemas: OpenApi.Transform["Service"] = (spec) => {
  const schemas: Readonly<Record<string, Schema.Json>> = {
    ...spec["components"].schemas,
    ...templateSchemas(),
    ...whatsAppSchemas()
  }
  const entries = Object.entries(schemas).map(([name, schema]) => [readableName(name), rewritten(schema)])
  return {
    ...spec,
    paths: rewritten(spec["paths"]),
    components: { ...spec["components"], schemas: Object.fromEntries(entries) }
  }
}
