import { Context, type Result } from "effect"
import type { CallingCode } from "../../domain/contacts/CallingCode.ts"
import type { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"

/** A phone number as it was read from text. */
export interface ReadPhoneNumber {
  readonly phone: PhoneNumber
  /** The country of the number; of several that share a calling code, its main one. Null for numbers of no country. */
  readonly countryCode: CountryCode | null
}

/** The world's numbering plans. */
export class PhoneNumbers extends Context.Service<
  PhoneNumbers,
  {
    /**
     * Reads a number as people write it: with or without `+`, spaces, dashes, brackets (contract C1, C312). National
     * numbers of the default country are read too.
     */
    read(text: string, defaultCountry?: CountryCode | null): Result.Result<ReadPhoneNumber, InvalidPhoneNumber>
    /** The prefix of the country's numbers; null for a country without numbers of its own. */
    callingCodeOf(country: CountryCode): CallingCode | null
    /** The country of a calling code, the main one of those that share it; null when it belongs to none. */
    mainCountryOf(callingCode: CallingCode): CountryCode | null
  }
>()("effect-parley/ports/PhoneNumbers") {}
