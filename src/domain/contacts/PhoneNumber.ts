import { type Brand, Option, Schema } from "effect"

/** An E.164 number, held as bare digits: the one form the domain knows. It is the form that was given, never rewritten. */
export const PhoneNumber = Schema.String.check(Schema.isPattern(/^[1-9]\d{6,14}$/)).pipe(Schema.brand("PhoneNumber"))
export type PhoneNumber = string & Brand.Brand<"PhoneNumber">

/** ISO 3166-1 alpha-2. */
export const CountryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)).pipe(Schema.brand("CountryCode"))
export type CountryCode = string & Brand.Brand<"CountryCode">

/**
 * Reasons not to read a text as a phone number. `no country code`: the digits may be a national number, but are no
 * international one.
 */
export const PhoneRefusal = Schema.Literals(["not a number", "no country code"])
export type PhoneRefusal = typeof PhoneRefusal.Type

/** Reasons in words, after the name of the field. */
export const phoneRefusals: Readonly<Record<PhoneRefusal, string>> = {
  "not a number": "not a phone number",
  "no country code": "no country code; write the number with + and its country code"
}

/** The text is not a phone number with a country. */
export class InvalidPhoneNumber extends Schema.TaggedError<InvalidPhoneNumber>()("InvalidPhoneNumber", {
  text: Schema.String,
  reason: PhoneRefusal
}) {}

/** The digits that the international numbers of a country begin with; some countries share one. */
export const CallingCode = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,2}$/)).pipe(Schema.brand("CallingCode"))
export type CallingCode = string & Brand.Brand<"CallingCode">

const decodeCallingCode = Schema.decodeUnknownOption(CallingCode)

/** A calling code as people write it, with or without `+`. */
export const readCallingCode = (text: string): Option.Option<CallingCode> => decodeCallingCode(text.replace(/^\+/, ""))

/** No country has this code, of ISO 3166-1 or to call it with. */
export class UnknownCountry extends Schema.TaggedError<UnknownCountry>()("UnknownCountry", {}) {}

/** Countries of ISO 3166-1 without a numbering plan, which number libraries do not know. */
export const countriesWithoutNumbers: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"])

const decodeCountryCode = Schema.decodeUnknownOption(CountryCode)

/** Some letters of other alphabets have capitals of this one. */
const latin = /^[a-z]+$/i

/**
 * A country code as people write it, in small letters or capitals. Whether there is such a country is another matter.
 */
export const readCountryCode = (text: string): Option.Option<CountryCode> =>
  latin.test(text) ? decodeCountryCode(text.toUpperCase()) : Option.none()
