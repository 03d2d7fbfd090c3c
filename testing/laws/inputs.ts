import { Arbitrary, Schema } from "effect"

/** Inputs of these names, each of its schema. */
export const inputs = <Fields extends Schema.Struct.Fields>(fields: Fields) => Arbitrary.schema(Schema.Struct(fields))

/** Whole numbers from one bound to the other. */
export const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
