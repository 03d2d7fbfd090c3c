import { Schema, SchemaGetter } from "effect"

/** An id of the platform: text as a rule, a number in older answers (platforms P11). */
export const GraphId = Schema.Union([Schema.NonEmptyString, Schema.Int]).pipe(
  Schema.decodeTo(Schema.NonEmptyString, {
    decode: SchemaGetter.String(),
    encode: SchemaGetter.passthrough<string, string | number>({ strict: false })
  })
)
