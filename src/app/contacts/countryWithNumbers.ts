import { Effect, Option } from "effect"
import { UnknownCountry, readCountryCode } from "../../domain/contacts/PhoneNumber.ts"
import { PhoneNumbers } from "../../ports/contacts/ContactStore.ts"

/** The country of a code in small letters or capitals. Fails unless it has a numbering plan. */
export const countryWithNumbers = Effect.fnUntraced(function* (text: string) {
  const { callingCodeOf } = yield* PhoneNumbers
  const country = Option.filter(readCountryCode(text), (code) => callingCodeOf(code) !== null)
  return Option.isSome(country) ? country.value : yield* new UnknownCountry()
})
