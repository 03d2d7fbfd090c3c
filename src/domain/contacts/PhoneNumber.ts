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

/** The key that all written forms of one mobile number share. */
export const PhoneIdentity = Schema.String.pipe(Schema.brand("PhoneIdentity"))
export type PhoneIdentity = string & Brand.Brand<"PhoneIdentity">

/** Forms of one mobile number. */
interface Variant {
  /** Matches every form, and captures the digits that all of them share. */
  readonly pattern: RegExp
  /** The key. */
  readonly shared: string
  /** The form that the numbering plan has now, if it is not the key. */
  readonly current?: string
}

/**
 * Countries in which a mobile number has several forms, and the platform reports any of them. The key of a number whose
 * plan changed is its new form. No number of today has the form of another number's past.
 *
 * - Brazil: the ninth digit, for subscribers who had an eight-digit mobile number (those began with 6 to 9).
 * - Mexico: the `1` after 52 that mobile numbers had until 2019.
 * - Argentina: the `9` after 54. Fixed lines share the space of numbers, but one subscriber number is never both.
 * - Benin: since November 2024 all numbers begin with 01.
 * - Ivory Coast: since January 2021 mobile numbers begin with the digits of their operator, which the second digit shows.
 * - Gabon: since November 2019 a 6 or a 7 replaces the leading zero, which was often left out.
 * - Vietnam: in 2018 eleven-digit mobile numbers got ten digits, for each old prefix another one.
 * - Cameroon: since November 2014 mobile numbers begin with 6.
 * - Mauritius: since September 2013 mobile numbers begin with 5. Old ones with 2 or 4 look like fixed lines.
 * - Egypt: since October 2011 mobile numbers begin with 10, 11 or 12.
 */
const variants: ReadonlyArray<Variant> = [
  { pattern: /^55([1-9]\d)9?([6-9]\d{7})$/, shared: "55$1$2", current: "55$19$2" },
  { pattern: /^521?(\d{10})$/, shared: "52$1" },
  { pattern: /^549?(\d{10})$/, shared: "54$1", current: "549$1" },
  { pattern: /^229(\d{8})$/, shared: "22901$1" },
  { pattern: /^225([04-9][0-3]\d{6})$/, shared: "22501$1" },
  { pattern: /^225([04-9][4-6]\d{6})$/, shared: "22505$1" },
  { pattern: /^225([04-9][7-9]\d{6})$/, shared: "22507$1" },
  { pattern: /^2410?([256]\d{6})$/, shared: "2416$1" },
  { pattern: /^2410?([47]\d{6})$/, shared: "2417$1" },
  { pattern: /^8416([2-9]\d{7})$/, shared: "843$1" },
  { pattern: /^84120(\d{7})$/, shared: "8470$1" },
  { pattern: /^84121(\d{7})$/, shared: "8479$1" },
  { pattern: /^84122(\d{7})$/, shared: "8477$1" },
  { pattern: /^84126(\d{7})$/, shared: "8476$1" },
  { pattern: /^84128(\d{7})$/, shared: "8478$1" },
  { pattern: /^8412([345]\d{7})$/, shared: "848$1" },
  { pattern: /^84127(\d{7})$/, shared: "8481$1" },
  { pattern: /^84129(\d{7})$/, shared: "8482$1" },
  { pattern: /^8418([68]\d{7})$/, shared: "845$1" },
  { pattern: /^84199(\d{7})$/, shared: "8459$1" },
  { pattern: /^237([579]\d{7})$/, shared: "2376$1" },
  { pattern: /^230([79]\d{6})$/, shared: "2305$1" },
  { pattern: /^201([069]\d{7})$/, shared: "2010$1" },
  { pattern: /^201([14]\d{7})$/, shared: "2011$1" },
  { pattern: /^201([278]\d{7})$/, shared: "2012$1" }
]

const variantOf = (digits: string): Variant | undefined => variants.find(({ pattern }) => pattern.test(digits))

/** Identifies the number: equal for all forms of one number, different for any two other numbers. */
export const phoneIdentity = (phone: PhoneNumber): PhoneIdentity => {
  const variant = variantOf(phone)
  return PhoneIdentity.make(variant === undefined ? phone : phone.replace(variant.pattern, variant.shared))
}

/** The form that the numbering plan has now for a mobile number; null for digits without another form. */
export const currentForm = (digits: string): string | null => {
  const variant = variantOf(digits)
  return variant === undefined ? null : digits.replace(variant.pattern, variant.current ?? variant.shared)
}

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
