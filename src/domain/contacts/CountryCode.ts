import { Option, Schema } from "effect"
import { CountryCode } from "./PhoneNumber.ts"

/** No country has this code, of ISO 3166-1 or to call it with. */
export class UnknownCountry extends Schema.TaggedError<UnknownCountry>()("UnknownCountry", {}) {}

/** Countries of ISO 3166-1 without a numbering plan, which number libraries do not know. */
export const countriesWithoutNumbers: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"])

const decode = Schema.decodeUnknownOption(CountryCode)

/** Some letters of other alphabets have capitals of this one. */
const latin = /^[a-z]+$/i

/**
 * A country code as people write it, in small letters or capitals. Whether there is such a country is another matter.
 */
export const readCountryCode = (text: string): Option.Option<CountryCode> =>
  latin.test(text) ? decode(text.toUpperCase()) : Option.none()
