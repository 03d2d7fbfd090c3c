import { Schema } from "effect"

/**
 * A check that accepts every value and documents `schema` instead. It serves values that are sent as text, and values that
 * the endpoint itself rejects with its own message.
 */
export const documentedAs = <T>(schema: Schema.Constraint) =>
  Schema.makeFilter<T>(() => true, {
    toJsonSchema: () => [Schema.toJsonSchemaDocument(schema).schema, true]
  })
