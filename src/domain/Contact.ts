import { Schema } from "effect"
import { ContactId, OrganizationId } from "./Ids.ts"
import { CountryCode, PhoneNumber } from "./PhoneNumber.ts"

/** How a contact came to be known. */
export const ContactSource = Schema.Literals(["api", "whatsapp", "messenger", "instagram", "import"])
export type ContactSource = typeof ContactSource.Type

/** Opaque, unguessable and stable; valid wherever a Session contact id is. */
export const VendorContactId = Schema.String.check(Schema.isPattern(/^ct_[a-z2-7]{24}$/)).pipe(
  Schema.brand("VendorContactId")
)
export type VendorContactId = typeof VendorContactId.Type

export class Contact extends Schema.Opaque<Contact>()(
  Schema.Struct({
    id: ContactId,
    vendorContactId: VendorContactId,
    organizationId: OrganizationId,
    /** Null for a contact who was only met on Messenger, on Instagram or by a business-scoped id. */
    phone: Schema.NullOr(PhoneNumber),
    name: Schema.String,
    email: Schema.NullOr(Schema.String),
    countryCode: Schema.NullOr(CountryCode),
    tags: Schema.Array(Schema.String),
    source: ContactSource,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}
