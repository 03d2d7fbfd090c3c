import { type Brand, type Option, Schema } from "effect"

/** The digits that the international numbers of a country begin with; some countries share one. */
export const CallingCode = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,2}$/)).pipe(Schema.brand("CallingCode"))
export type CallingCode = string & Brand.Brand<"CallingCode">

const decode = Schema.decodeUnknownOption(CallingCode)

/** A calling code as people write it, with or without `+`. */
export const readCallingCode = (text: string): Option.Option<CallingCode> => decode(text.replace(/^\+/, ""))
