import { Result } from "effect"
import type { Contact } from "../../domain/contact/Contact.ts"
import {
  type ContactIdentity,
  phoneContactIdentity,
  userContactIdentity
} from "../../domain/contact/ContactIdentity.ts"
import type { InvalidPhoneNumber } from "../../domain/contact/PhoneNumber.ts"
import { isWhatsAppUserId, type WhatsAppRecipient } from "../../domain/contact/WhatsAppUserId.ts"
import type { PhoneNumbers } from "../../ports/policies/PhoneNumbers.ts"

/** The recipient of a WhatsApp message, as the caller named them. */
export interface ReadRecipient {
  readonly to: WhatsAppRecipient
  readonly identity: ContactIdentity
  /** The contact to create if the recipient is new. */
  readonly recipient: Partial<Pick<Contact, "phone" | "countryCode">>
}

/** Reads a phone number in any form, or a business-scoped user id (contract C46). */
export const readRecipient = (
  numbers: PhoneNumbers["Service"],
  text: string
): Result.Result<ReadRecipient, InvalidPhoneNumber> =>
  isWhatsAppUserId(text)
    ? Result.succeed({ to: text, identity: userContactIdentity(text), recipient: {} })
    : Result.map(numbers.read(text), ({ countryCode, phone }) => ({
        to: phone,
        identity: phoneContactIdentity(phone),
        recipient: { phone, countryCode }
      }))
