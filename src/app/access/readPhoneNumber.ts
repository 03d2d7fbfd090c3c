import { Effect, Option, Result } from "effect"
import type { CountryCode } from "../../domain/contacts/PhoneNumber.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { Organizations } from "../../ports/access/Organizations.ts"

/** Text that names its country, whatever the default country is. */
const withPlus = /^\s*\+/

/** Default country of the organization for a text that needs one. */
const defaultCountryFor = (organizationId: OrganizationId, text: string) =>
  withPlus.test(text)
    ? Effect.succeed<CountryCode | null>(null)
    : Effect.flatMap(Organizations, ({ recentSettings }) =>
        Effect.map(recentSettings(organizationId), ({ defaultCountry }) => defaultCountry)
      )

/**
 * Reads the phone number of a contact, in the default country of the organization if the text names none (contract
 * C313). A contact may have a number that no plan knows, because the platform reported it: its digits are read without
 * `+` too.
 */
export const readPhoneNumber = Effect.fnUntraced(function* (organizationId: OrganizationId, text: string) {
  const { read } = yield* PhoneNumbers
  const result = read(text, yield* defaultCountryFor(organizationId, text))
  if (Result.isSuccess(result)) return result.success
  if (result.failure.reason === "no country code") {
    const international = read(`+${text.trim()}`)
    if (Result.isSuccess(international)) {
      const contact = yield* (yield* ContactStore).findByPhone(organizationId, international.success.phone)
      if (Option.isSome(contact)) return international.success
    }
  }
  return yield* result.failure
})
