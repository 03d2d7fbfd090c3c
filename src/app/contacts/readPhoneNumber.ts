import { Effect, Option, Result } from "effect"
import {
  type CountryCode,
  type InvalidPhoneNumber,
  UnknownCountry,
  readCountryCode
} from "../../domain/contacts/PhoneNumber.ts"
import { ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import {
  type ContactIdentity,
  type WhatsAppRecipient,
  isWhatsAppUserId,
  phoneContactIdentity,
  userContactIdentity
} from "../../domain/contacts/ContactIdentity.ts"

/** The country of a code in small letters or capitals. Fails unless it has a numbering plan. */
export const countryWithNumbers = Effect.fnUntraced(function* (text: string) {
  const { callingCodeOf } = yield* PhoneNumbers
  const country = Option.filter(readCountryCode(text), (code) => callingCodeOf(code) !== null)
  return Option.isSome(country) ? country.value : yield* new UnknownCountry()
})

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
 * Reads the phone number of a contact, in the default country of the organization if the text names none (contract:
 * Digits without a country code). A contact may have a number that no plan knows, because the platform reported it: its
 * digits are read without
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

/** The recipient of a WhatsApp message, as the caller named them. */
export interface ReadRecipient {
  readonly to: WhatsAppRecipient
  readonly identity: ContactIdentity
  /** The contact to create if the recipient is new. */
  readonly recipient: Partial<Pick<Contact, "phone" | "countryCode">>
}

/** Reads a phone number in any form, or a business-scoped user id (contract: Sends to a business-scoped user id). */
export const readRecipient = (
  organizationId: OrganizationId,
  text: string
): Effect.Effect<ReadRecipient, InvalidPhoneNumber, ContactStore | Organizations | PhoneNumbers> =>
  isWhatsAppUserId(text)
    ? Effect.succeed({ to: text, identity: userContactIdentity(text), recipient: {} })
    : Effect.map(readPhoneNumber(organizationId, text), ({ countryCode, phone }) => ({
        to: phone,
        identity: phoneContactIdentity(phone),
        recipient: { phone, countryCode }
      }))
