import { Option, Result, Schema } from "effect"
import {
  type CountryCode as LibraryCountry,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
  type PhoneNumber as ParsedNumber
} from "libphonenumber-js/max"
import { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import { currentForm } from "../../domain/contacts/phoneIdentity.ts"
import type { PhoneNumbers, ReadPhoneNumber } from "../../ports/contacts/ContactStore.ts"
import { hasGroups, isOneNumber } from "./isOneNumber.ts"
import { type PhoneText, readPhoneText } from "./PhoneText.ts"

const asCountry = Schema.decodeUnknownOption(CountryCode)
const asPhone = Schema.decodeUnknownOption(PhoneNumber)

/** Numbers with the area code 555 are in no plan. Meta's test numbers and examples are among them. */
const northAmericanTest = /^1555\d{7}$/

/** The country of the number; of those that share its calling code, the main one comes first. */
const countryOf = (parsed: ParsedNumber): LibraryCountry | undefined =>
  parsed.country ?? parsed.getPossibleCountries()[0]

/** Possible lengths of numbers by country, without its calling code. */
const possibleLengths: ReadonlyMap<LibraryCountry, ReadonlyArray<number>> = new Map(
  getCountries().map((country) => {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(country)
    return [country, metadata.numberingPlan?.possibleLengths() ?? []]
  })
)

/**
 * Returns the digits of the parsed number. The library drops prefixes that are only dialled inside the country,
 * sometimes wrongly: in Brazil `90` is the prefix of collect calls, and numbers begin with it too. So the input is
 * returned if its length is possible in the country, unless it begins with a zero without which it is in use. The
 * library also adds digits: in San Marino the area code of fixed lines. The result is never longer than the input.
 */
const digitsOf = (input: string, parsed: ParsedNumber): string => {
  const national = input.slice(parsed.countryCallingCode.length)
  const country = countryOf(parsed)
  const isPossible = country !== undefined && possibleLengths.get(country)?.includes(national.length) === true
  const hasTrunkZero = national.startsWith("0") && parsed.isValid()
  const read = parsed.number.slice(1)
  return (isPossible && !hasTrunkZero) || read.length > input.length ? input : read
}

const parse = (digits: string): Option.Option<ParsedNumber> =>
  Option.filter(Option.fromNullishOr(parsePhoneNumberFromString(`+${digits}`, { extract: false })), (parsed) =>
    parsed.isPossible()
  )

interface Reading extends ReadPhoneNumber {
  /** Whether the number is in use; costs time, and decides nothing where there is one reading only. */
  readonly isValid: () => boolean
}

/** Digits with their country code, if they have a possible length now, or had one in an earlier plan. */
const readOnce = (digits: string): Option.Option<Reading> => {
  const present = Option.map(parse(digits), (parsed) => ({ parsed, phone: digitsOf(digits, parsed) }))
  const current = currentForm(digits)
  const reading = Option.orElse(present, () =>
    current === null ? Option.none() : Option.map(parse(current), (parsed) => ({ parsed, phone: digits }))
  )
  return Option.flatMap(reading, ({ parsed, phone: text }) =>
    Option.map(asPhone(text), (phone) => ({
      phone,
      countryCode: Option.getOrNull(asCountry(countryOf(parsed))),
      isValid: () =>
        parsed.isValid() ||
        northAmericanTest.test(phone) ||
        Option.exists(Option.flatMap(Option.fromNullOr(currentForm(phone)), parse), (form) => form.isValid())
    }))
  )
}

/** Rejects a number whose result would be read as another number, for example after two trunk zeros. */
const readDigits = (digits: string): Option.Option<Reading> =>
  Option.filter(readOnce(digits), ({ phone }) =>
    Option.exists(phone === digits ? Option.some({ phone }) : readOnce(phone), (again) => again.phone === phone)
  )

const facts = {
  isPossible: (digits: string) => Option.isSome(readDigits(digits)),
  isValid: (digits: string) => Option.exists(readDigits(digits), ({ isValid }) => isValid())
}

const readValid = (digits: string) => Option.filter(readDigits(digits), ({ isValid }) => isValid())

/** Digits as a national number of the country, with or without what is dialled before it there. */
const readNational = (digits: string, country: LibraryCountry): Option.Option<Reading> => {
  const code = getCountryCallingCode(country)
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  const forms = [...(parsed === undefined ? [] : [parsed.number.slice(1)]), `${code}${digits}`]
  return Option.firstSomeOf(forms.map(readValid))
}

/** Digits of the default country without `+` and `00`, with or without its country code. */
const readOwn = (digits: string, country: LibraryCountry): Option.Option<Reading> =>
  Option.orElse(digits.startsWith(getCountryCallingCode(country)) ? readValid(digits) : Option.none(), () =>
    readNational(digits, country)
  )

/**
 * A text without `+` and `00` means the default country where it can. Digits of another country have to be in use,
 * because most national numbers could be some country's.
 */
const readBare = (text: PhoneText, country: LibraryCountry | null): Option.Option<Reading> => {
  const { boundaries, digits } = text
  const own = country === null ? Option.none() : readOwn(digits, country)
  if (Option.isSome(own)) return own
  return hasGroups(boundaries, digits.length) ? readValid(digits) : Option.none()
}

const readText = (text: PhoneText, country: LibraryCountry | null) =>
  Option.filter(text.isInternational ? readDigits(text.digits) : readBare(text, country), ({ phone }) =>
    isOneNumber(phone, text.digits.length, text.boundaries, facts)
  )

/** Fewest and most digits of a national number, with what is dialled before it. */
const nationalDigits = { min: 6, max: 15 } as const

const isNational = ({ boundaries, digits, isInternational }: PhoneText): boolean =>
  !isInternational &&
  hasGroups(boundaries, digits.length) &&
  digits.length >= nationalDigits.min &&
  digits.length <= nationalDigits.max

/** Reads a number, without a cache. */
export const readNumber: PhoneNumbers["Service"]["read"] = (text, defaultCountry = null) => {
  const texts = readPhoneText(text)
  const country = defaultCountry !== null && isSupportedCountry(defaultCountry) ? defaultCountry : null
  const readings = texts.flatMap((one) => Option.toArray(readText(one, country)))
  const [likeliest, ...others] = readings
  const chosen = others.length === 0 ? likeliest : (readings.find(({ isValid }) => isValid()) ?? likeliest)
  if (chosen !== undefined) return Result.succeed({ phone: chosen.phone, countryCode: chosen.countryCode })
  const reason = texts.some(isNational) ? "no country code" : "not a number"
  return Result.fail(new InvalidPhoneNumber({ text, reason }))
}
