import { type Brand, Schema } from "effect"

/** An E.164 number, held as bare digits: the one form the domain knows. It is the form that was given, never rewritten. */
export const PhoneNumber = Schema.String.check(Schema.isPattern(/^[1-9]\d{6,14}$/)).pipe(Schema.brand("PhoneNumber"))
export type PhoneNumber = string & Brand.Brand<"PhoneNumber">

/** ISO 3166-1 alpha-2. */
export const CountryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)).pipe(Schema.brand("CountryCode"))
export type CountryCode = string & Brand.Brand<"CountryCode">

/** The text cannot be a telephone number. */
export class InvalidPhoneNumber extends Schema.TaggedError<InvalidPhoneNumber>()("InvalidPhoneNumber", {
  text: Schema.String
}) {}

/** The key that all written forms of one mobile number share. */
export const PhoneIdentity = Schema.String.pipe(Schema.brand("PhoneIdentity"))
export type PhoneIdentity = string & Brand.Brand<"PhoneIdentity">

/**
 * Countries in which one mobile number has two forms in use, and the platform reports whichever it likes. Each pattern
 * captures what both forms share; a number that no pattern matches has one form.
 *
 * - Brazil: the ninth digit, for subscribers who had an eight-digit mobile number (those began with 6 to 9).
 * - Mexico: the `1` after 52 that mobile numbers carried until 2019.
 * - Argentina: the `9` after 54. Fixed lines share the space of numbers, but one subscriber number is never both.
 */
const variants: ReadonlyArray<readonly [pattern: RegExp, shared: string]> = [
  [/^55([1-9]\d)9?([6-9]\d{7})$/, "55$1$2"],
  [/^521?(\d{10})$/, "52$1"],
  [/^549?(\d{10})$/, "54$1"]
]

/** Whose number this is: equal for the variants of one number, different for any two other numbers. */
export const phoneIdentity = (phone: PhoneNumber): PhoneIdentity => {
  const variant = variants.find(([pattern]) => pattern.test(phone))
  return PhoneIdentity.make(variant === undefined ? phone : phone.replace(variant[0], variant[1]))
}
