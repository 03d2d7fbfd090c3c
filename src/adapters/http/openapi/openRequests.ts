import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"

type JsonObject = { readonly [key: string]: Schema.Json }

const isObject = Schema.is(Schema.Record(Schema.String, Schema.Json))

const refersTo = "#/components/schemas/"

/** Examples and listed values are no schemas. */
const isData = (key: string): boolean => key.startsWith("example") || key === "enum" || key === "default"

/** Names of the schemas that a value refers to. */
const referencesIn = (value: Schema.Json): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === "$ref" && typeof part === "string" ? [part.slice(refersTo.length)] : isData(key) ? [] : referencesIn(part)
  )
}

/** Removes `additionalProperties: false` from schemas. */
const opened = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(opened)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      if (key === "additionalProperties" && part === false) return []
      return [[key, isData(key) ? part : opened(part)]]
    })
  )
}

/** The names, and those that the named schemas refer to. */
const reachable = (names: ReadonlyArray<string>, schemas: JsonObject): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...referencesIn(schemas[name] ?? null))
  }
  return found
}

/**
 * For `OpenApi.Transform` of an interface. The service ignores unknown properties of a request, so the schemas of
 * requests allow them (contract: Requests in the documents).
 */
export const openRequests: OpenApi.Transform["Service"] = (spec) => {
  const paths: JsonObject = spec["paths"]
  const schemas: JsonObject = spec["components"].schemas
  const names: Array<string> = []
  const operation = (value: Schema.Json): Schema.Json => {
    if (!isObject(value)) return value
    const body = value["requestBody"]
    if (body === undefined) return value
    names.push(...referencesIn(body))
    return Object.assign({}, value, { requestBody: opened(body) })
  }
  const operations = Object.entries(paths).map(([path, item]): [string, Schema.Json] => [
    path,
    isObject(item) ? Object.fromEntries(Object.entries(item).map(([key, value]) => [key, operation(value)])) : item
  ])
  const ofRequests = reachable(names, schemas)
  const definitions = Object.entries(schemas).map(([name, schema]) => [
    name,
    ofRequests.has(name) ? opened(schema) : schema
  ])
  return {
    ...spec,
    paths: Object.fromEntries(operations),
    components: { ...spec["components"], schemas: Object.fromEntries(definitions) }
  }
}
