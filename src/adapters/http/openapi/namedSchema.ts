import { Schema } from "effect"
import { isJsonObject } from "../../../domain/text/isJsonObject.ts"

/** Documents a value by reference to a named schema. A schema identifier would appear in error texts. */
export const documentedByName = <T>(name: string) =>
  Schema.makeFilter<T>(() => true, { toJsonSchema: () => [{ $ref: `#/components/schemas/${name}` }, true] })

const isJson = Schema.is(Schema.Json)
/** Descriptions by the names of fields. */
export type Descriptions = Readonly<Record<string, string>>

const withDescriptions = (schema: Schema.Json, texts: Descriptions): Schema.Json => {
  if (Array.isArray(schema)) return schema.map((part: Schema.Json) => withDescriptions(part, texts))
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === "properties" && isJsonObject(part) ? describedFields(part, texts) : withDescriptions(part, texts)
    ])
  )
}

const describedFields = (fields: { readonly [name: string]: Schema.Json }, texts: Descriptions): Schema.Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const described = withDescriptions(field, texts)
      const description = Object.hasOwn(texts, name) ? texts[name] : undefined
      if (!isJsonObject(described) || description === undefined) return [name, described]
      return [name, { description, ...described }]
    })
  )

/** The documented schema of a name, for the components of the document. `texts` describe fields without a description. */
export const namedSchema = (
  name: string,
  schema: Schema.Constraint,
  texts: Descriptions = {}
): { readonly [name: string]: Schema.Json } => {
  const document = Schema.toJsonSchemaDocument(schema)
  return isJson(document.schema) ? { [name]: withDescriptions(document.schema, texts) } : {}
}
