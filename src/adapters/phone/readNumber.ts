import { type Boundary, type Mark, type PhoneText, readPhoneText } from "./PhoneText.ts"
import { Option, Result, Schema } from "effect"
import {
  type CountryCode as LibraryCountry,
  Metadata,
  type PhoneNumber as ParsedNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString
} from "libphonenumber-js/max"
import { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import { currentForm } from "../../domain/contacts/phoneIdentity.ts"
import type { PhoneNumbers, ReadPhoneNumber } from "../../ports/contacts/ContactStore.ts"

/** Facts about digits with their country code. */
export interface NumberFacts {
  readonly isPossible: (digits: string) => boolean
  readonly isValid: (digits: string) => boolean
}

/** Longest group before a mark that has at least four digits after it: `96123-4567`. */
const maxGroup = 5

/** Longest first group before such a mark: a country code, or a trunk zero, with an area code. */
const maxFirstGroup = 7

/** Longest group before a mark with two or three digits after it: `123-45-67`. */
const maxGroupBeforeShort = 3

const shortEnd = 3

/** Digits between two boundaries, or between a boundary and the start of the digits. */
const lengthBefore = (boundaries: ReadonlyArray<Boundary>, position: number, all: number): number =>
  (boundaries[position - 1]?.digitsAfter ?? all) - (boundaries[position]?.digitsAfter ?? 0)

/** Digits from the boundary to the next mark: groups that spaces separate belong together. */
const lengthAfter = (boundaries: ReadonlyArray<Boundary>, position: number): number => {
  const next = boundaries.slice(position + 1).find(({ mark }) => mark !== null)
  return (boundaries[position]?.digitsAfter ?? 0) - (next?.digitsAfter ?? 0)
}

/** Whether the mark separates groups of one number, by their lengths. */
const separatesGroups = (boundaries: ReadonlyArray<Boundary>, position: number, mark: Mark, all: number): boolean => {
  const before = lengthBefore(boundaries, position, all)
  const after = lengthAfter(boundaries, position)
  if (after > shortEnd) return before <= (position === 0 ? maxFirstGroup : maxGroup)
  const isRepeated = boundaries[position - 1]?.mark === mark || boundaries[position + 1]?.mark === mark
  return after > 1 && before <= maxGroupBeforeShort && isRepeated
}

/** Whether the same mark, and nothing else, separates all groups, of which there are more than two. */
const isUniform = (boundaries: ReadonlyArray<Boundary>): boolean =>
  boundaries.length > 1 && boundaries.every(({ mark }) => mark !== null && mark === boundaries[0]?.mark)

/** Whether all marks separate groups of one number, by their lengths. */
const hasGroups = (boundaries: ReadonlyArray<Boundary>, textDigits: number): boolean =>
  boundaries.every(({ mark }, position) => mark === null || separatesGroups(boundaries, position, mark, textDigits))

/**
 * Whether the digits on both sides of each boundary are one number, and not a number and something else, such as an
 * extension (contract: Text of a phone number). A boundary is in doubt if the digits before it could be a number.
 */
const isOneNumber = (
  phone: string,
  textDigits: number,
  boundaries: ReadonlyArray<Boundary>,
  { isPossible, isValid }: NumberFacts
): boolean =>
  boundaries.every(({ digitsAfter, mark }, position) => {
    const before = phone.slice(0, -digitsAfter)
    if (!isPossible(before)) return true
    if (mark === null) return isValid(phone) || !isValid(before)
    if (!isValid(phone) || !separatesGroups(boundaries, position, mark, textDigits)) return false
    return !isValid(before) || (isUniform(boundaries) && lengthAfter(boundaries, position) > shortEnd)
  })

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

/** Digits as a national number of the country, with or without its trunk prefix. */
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

/** Fewest and most digits of a national number, with its trunk prefix. */
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
