import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { templateSchemas } from "../shared/sends/TemplateComponent.ts"

type JsonObject = { readonly [key: string]: Schema.Json }

const isObject = Schema.is(Schema.Record(Schema.String, Schema.Json))

const refersTo = "#/components/schemas/"

/** The name of a schema for readers: without the interface, and without the word for its form on the wire. */
const readableName = (name: string): string => name.replace(/^(?:developer|session)_/, "").replace(/Encoded$/, "")

const texts: ReadonlySet<string> = new Set(["title", "description"])

const textsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => texts.has(key)))

/**
 * What a check says about a schema stands beside it as its one part. Generators of types read schemas of one piece. A
 * part with a type of its own, or the name of one, is meant instead of the schema: text of a query that is a number.
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

/** One alternative is none. */
const alone = ({ anyOf, ...schema }: JsonObject): JsonObject => {
  if (anyOf === undefined) return schema
  const [part, ...others] = Array.isArray(anyOf) ? anyOf : []
  return others.length === 0 && isObject(part) ? { ...schema, ...part } : { ...schema, anyOf }
}

/** An object without listed fields has any: not saying so is taken for none. */
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

/** For `OpenApi.Transform` of an interface: schemas that a generator makes useful types of (contract C223). */
export const plainSchemas: OpenApi.Transform["Service"] = (spec) => {
  const schemas: Readonly<Record<string, Schema.Json>> = { ...spec["components"].schemas, ...templateSchemas() }
  const named = Object.entries(schemas).map(([name, schema]) => [readableName(name), rewritten(schema)])
  return {
    ...spec,
    paths: rewritten(spec["paths"]),
    components: { ...spec["components"], schemas: Object.fromEntries(named) }
  }
}
