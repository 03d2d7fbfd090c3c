import { Layer, Option, Result, Schema } from "effect"
import {
  type CountryCode as LibraryCountry,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parseDigits,
  parsePhoneNumberFromString,
  type PhoneNumber as ParsedNumber
} from "libphonenumber-js/min"
import metadata from "libphonenumber-js/min/metadata"
import { Buffer } from "node:buffer"
import { CallingCode } from "../../domain/contact/CallingCode.ts"
import { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../domain/contact/PhoneNumber.ts"
import { PhoneNumbers, type ReadPhoneNumber } from "../../ports/policies/PhoneNumbers.ts"

/** Readings that are kept at least; twice as many at most. */
export const keptReadings = 4_096

/** A text of its own: a part of a file would keep the whole of it. */
const alone = (text: string): string => Buffer.from(text).toString()

/**
 * Caches the results of `read` for recently read texts, because reading takes some microseconds and most sends go to
 * known numbers. `read` must give the same result for the same text. Texts that are no number are not cached.
 */
export const remembering = (read: PhoneNumbers["Service"]["read"]): PhoneNumbers["Service"]["read"] => {
  // When the young ones are enough, they become the old ones, and the old ones that were not asked for are gone.
  let young = new Map<string, ReturnType<typeof read>>()
  let old = young
  const keep = (text: string, reading: ReturnType<typeof read>) => {
    if (young.size >= keptReadings) {
      old = young
      young = new Map()
    }
    young.set(text, reading)
    return reading
  }
  return (text) => {
    const recent = young.get(text)
    if (recent !== undefined) return recent
    const earlier = old.get(text)
    if (earlier !== undefined) return keep(alone(text), earlier)
    const reading = read(text)
    return Result.isSuccess(reading) ? keep(alone(text), reading) : reading
  }
}

/** Longest text that can be a number, spaces included. */
const maxTextLength = 100

/** Nothing but digits, as machines write numbers. */
const bareNumber = /^\+?[0-9]+$/

/** Western and Arabic digits, and what people put between them; a plus in front, which may be in the bracket. */
const numberText = /^\(?\+?[0-9٠-٩۰-۹\s()[\].\p{Pd}−/·]+$/u

const withPlus = /^\(?\+/

/** Invisible marks that come along when a number is copied from an address book or a chat. */
const invisible = /\p{Cf}/gu

/** The digit that is only dialled inside the country, as people write it: `+44 (0)20 …`. */
const trunkZero = /\(\s*0\s*\)/

/** How mobile numbers in Mexico were written until 2019, and still are (contract C2). The library knows it no more. */
const formerMexican = /^521(\d{10})$/

const asCountry = Schema.decodeUnknownOption(CountryCode)
const asCallingCode = Schema.decodeUnknownOption(CallingCode)
const asPhone = Schema.decodeUnknownOption(PhoneNumber)

/** The country of the number; of those that share its calling code, the main one comes first. */
const countryOf = (parsed: ParsedNumber): LibraryCountry | undefined =>
  parsed.country ?? parsed.getPossibleCountries()[0]

/** How long the numbers of each country may be, without its calling code. */
const possibleLengths: ReadonlyMap<LibraryCountry, ReadonlyArray<number>> = new Map(
  getCountries().map((country) => {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(country)
    return [country, metadata.numberingPlan?.possibleLengths() ?? []]
  })
)

/**
 * The library leaves out digits that are only dialled inside the country, and takes some numbers for having them that
 * do not: in Brazil `90` asks for a collect call, and begins numbers too. So the given number stays as long as it has a
 * length that numbers there have, unless it begins with a zero without which it is in use.
 */
const digitsOf = (given: string, parsed: ParsedNumber): string => {
  const national = given.slice(parsed.countryCallingCode.length)
  const country = countryOf(parsed)
  const isPossible = country !== undefined && possibleLengths.get(country)?.includes(national.length) === true
  const hasTrunkZero = national.startsWith("0") && parsed.isValid()
  return isPossible && !hasTrunkZero ? given : parsed.number.slice(1)
}

/** Whether the number is in use takes its time to find out, and decides nothing where there is one reading only. */
const read = (digits: string): Option.Option<ReadPhoneNumber & { readonly isValid: () => boolean }> => {
  const former = formerMexican.exec(digits)
  const parsed = parsePhoneNumberFromString(`+${former === null ? digits : `52${former[1]}`}`, { extract: false })
  if (parsed === undefined || !parsed.isPossible()) return Option.none()
  return Option.map(asPhone(former === null ? digitsOf(digits, parsed) : digits), (phone) => ({
    phone,
    countryCode: Option.getOrNull(asCountry(countryOf(parsed))),
    isValid: () => parsed.isValid()
  }))
}

/** A number that would be read as another one the second time (two trunk zeros, say) is none. */
const readLasting = (digits: string) =>
  Option.filter(read(digits), ({ phone }) =>
    Option.exists(phone === digits ? Option.some({ phone }) : read(phone), (again) => again.phone === phone)
  )

/** The digits that may be meant, the likelier first: a bracketed zero is left out abroad, though not in Italy. */
const candidates = (text: string): ReadonlyArray<string> => {
  if (text.length > maxTextLength) return []
  if (bareNumber.test(text)) return [text.replace(/^(?:\+|00)/, "")]
  const clean = text.normalize("NFKC").replaceAll(invisible, "").trim()
  if (!numberText.test(clean)) return []
  const forms = trunkZero.test(clean) ? [clean.replace(trunkZero, " "), clean] : [clean]
  return forms.map((form) => {
    const digits = parseDigits(form)
    return withPlus.test(clean) ? digits : digits.replace(/^00/, "")
  })
}

/** Every calling code with its main country; those of no country (`800`) are not among them. */
const mainCountries: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries(metadata.country_calling_codes).flatMap(([callingCode, [main]]) =>
    Option.toArray(asCountry(main)).map((country) => [callingCode, country] as const)
  )
)

/** Reads a number, each time anew. */
export const readNumber: PhoneNumbers["Service"]["read"] = (text) => {
  const readings = candidates(text).flatMap((digits) => Option.toArray(readLasting(digits)))
  const [likeliest, ...others] = readings
  const chosen = others.length === 0 ? likeliest : (readings.find(({ isValid }) => isValid()) ?? likeliest)
  return chosen === undefined
    ? Result.fail(new InvalidPhoneNumber({ text }))
    : Result.succeed({ phone: chosen.phone, countryCode: chosen.countryCode })
}

/** Phone numbers as libphonenumber knows them. */
export const layer = Layer.sync(PhoneNumbers, () =>
  PhoneNumbers.of({
    read: remembering(readNumber),
    callingCodeOf: (country) =>
      isSupportedCountry(country) ? Option.getOrNull(asCallingCode(getCountryCallingCode(country))) : null,
    mainCountryOf: (callingCode) => mainCountries.get(callingCode) ?? null
  })
)
