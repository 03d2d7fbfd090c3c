import { Schema } from "effect"

/**
 * A check that lets everything pass, and states the meaning in the document. For a value that the schema takes more of
 * than the endpoint does, because the endpoint refuses the rest in its own words, or that travels as text.
 */
export const documentedAs = <T>(meant: Schema.Constraint) =>
  Schema.makeFilter<T>(() => true, {
    toJsonSchema: () => [Schema.toJsonSchemaDocument(meant).schema, true]
  })
