import { Arbitrary, Schema } from "effect"

/** Generates inputs with these names, each from its schema. */
export const inputs = <Fields extends Schema.Struct.Fields>(fields: Fields) => Arbitrary.schema(Schema.Struct(fields))

/** Whole numbers between the bounds, inclusive. */
export const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
