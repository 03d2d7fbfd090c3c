import { Context, type Result } from "effect"
import type { CountryCode, InvalidPhoneNumber, PhoneNumber } from "../domain/PhoneNumber.ts"

export interface ReadPhoneNumber {
  readonly phone: PhoneNumber
  /** The country of the number; of several that share a calling code, its main one. Null for numbers of no country. */
  readonly countryCode: CountryCode | null
}

/** What is known of the world's numbering plans. */
export class PhoneNumbers extends Context.Service<
  PhoneNumbers,
  {
    /** Reads an international number as people write it: with or without `+`, spaces, dashes, brackets (decision 1). */
    read(text: string): Result.Result<ReadPhoneNumber, InvalidPhoneNumber>
  }
>()("effect-parley/ports/PhoneNumbers") {}
