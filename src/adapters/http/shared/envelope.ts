import { Schema } from "effect"

/** What both interfaces answer when all went well, as a schema and as a value. */
export const Data = <S extends Schema.Constraint>(data: S) => Schema.Struct({ success: Schema.tag(true), data })
export const ok = <A>(data: A) => ({ success: true as const, data })
