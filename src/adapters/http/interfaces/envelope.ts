import { Schema } from "effect"

/** Success envelope of both interfaces, as a schema and as a value. */
export const Data = <S extends Schema.Constraint>(data: S) => Schema.Struct({ success: Schema.tag(true), data })
export const ok = <A>(data: A) => ({ success: true as const, data })
