import { Brand, Schema } from "effect"
import type { PhoneNumber } from "./PhoneNumber.ts"

/** The key that all written forms of one mobile number share. */
export const PhoneIdentity = Schema.String.pipe(Schema.brand("PhoneIdentity"))
export type PhoneIdentity = string & Brand.Brand<"PhoneIdentity">

/** Marks a key without the schema, which a page would have to load. */
const identity = Brand.nominal<PhoneIdentity>()

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
  return identity(variant === undefined ? phone : phone.replace(variant.pattern, variant.shared))
}

/** The form that the numbering plan has now for a mobile number; null for digits without another form. */
export const currentForm = (digits: string): string | null => {
  const variant = variantOf(digits)
  return variant === undefined ? null : digits.replace(variant.pattern, variant.current ?? variant.shared)
}
