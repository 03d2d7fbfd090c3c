import { Effect } from "effect"
import type { Contact } from "../../domain/contacts/Contact.ts"
import {
  type ContactIdentity,
  type WhatsAppRecipient,
  isWhatsAppUserId,
  phoneContactIdentity,
  userContactIdentity
} from "../../domain/contacts/ContactIdentity.ts"
import type { InvalidPhoneNumber } from "../../domain/contacts/PhoneNumber.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { ContactStore, PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import type { Organizations } from "../../ports/access/Organizations.ts"
import { readPhoneNumber } from "../access/readPhoneNumber.ts"

/** The recipient of a WhatsApp message, as the caller named them. */
export interface ReadRecipient {
  readonly to: WhatsAppRecipient
  readonly identity: ContactIdentity
  /** The contact to create if the recipient is new. */
  readonly recipient: Partial<Pick<Contact, "phone" | "countryCode">>
}

/** Reads a phone number in any form, or a business-scoped user id (contract C46). */
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
