import { Layer, Option, Result, Schema } from "effect"
import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max"
import metadata from "libphonenumber-js/max/metadata"
import { Buffer } from "node:buffer"
import { CallingCode, CountryCode } from "../../domain/contacts/PhoneNumber.ts"
import { PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { readNumber } from "./readNumber.ts"

/** Minimum cached readings of a full cache; the maximum is twice as many. */
export const keptReadings = 4_096

/** Copies a text: a slice of a file would retain the whole file. */
const alone = (text: string): string => Buffer.from(text).toString()

/**
 * Caches the results of `read` for recently read texts, because reading takes some microseconds and most sends go to
 * known numbers. `read` must give the same result for the same text and country. Texts that are no number are not
 * cached.
 */
export const remembering = (read: PhoneNumbers["Service"]["read"]): PhoneNumbers["Service"]["read"] => {
  // Two generations: a full young one becomes the old one. Old entries that were not read again are dropped.
  let young = new Map<string, ReturnType<typeof read>>()
  let old = young
  const keep = (key: string, reading: ReturnType<typeof read>) => {
    if (young.size >= keptReadings) {
      old = young
      young = new Map()
    }
    young.set(key, reading)
    return reading
  }
  return (text, defaultCountry = null) => {
    // No number begins with a letter, so that no cached text begins like the key of another one with its country.
    const key = defaultCountry === null ? text : defaultCountry + text
    const recent = young.get(key)
    if (recent !== undefined) return recent
    const earlier = old.get(key)
    if (earlier !== undefined) return keep(alone(key), earlier)
    const reading = read(text, defaultCountry)
    return Result.isSuccess(reading) ? keep(alone(key), reading) : reading
  }
}

const asCountry = Schema.decodeUnknownOption(CountryCode)
const asCallingCode = Schema.decodeUnknownOption(CallingCode)

/** Every calling code with its main country; those of no country (`800`) are not among them. */
const mainCountries: ReadonlyMap<string, CountryCode> = new Map(
  Object.entries(metadata.country_calling_codes).flatMap(([callingCode, [main]]) =>
    Option.toArray(asCountry(main)).map((country) => [callingCode, country] as const)
  )
)

/** Phone numbers as libphonenumber knows them. */
export const layer = Layer.sync(PhoneNumbers, () =>
  PhoneNumbers.of({
    read: remembering(readNumber),
    callingCodeOf: (country) =>
      isSupportedCountry(country) ? Option.getOrNull(asCallingCode(getCountryCallingCode(country))) : null,
    mainCountryOf: (callingCode) => mainCountries.get(callingCode) ?? null
  })
)
