import { Schema } from "effect"

/** A field that may be left out, or be null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
