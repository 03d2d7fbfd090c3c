import { type Brand, type DateTime, Schema } from "effect"
import { ContactId, OrganizationId } from "../Ids.ts"
import { CountryCode, PhoneNumber } from "./PhoneNumber.ts"

/**
 * How a contact came to be known: `api`, `import`, or the channel that they wrote on; a Session PATCH may say anything
 * else.
 */
export const ContactSource = Schema.String
export type ContactSource = typeof ContactSource.Type

/** Opaque, unguessable and stable; valid wherever a Session contact id is. */
export const VendorContactId = Schema.String.check(Schema.isPattern(/^ct_[a-z2-7]{24}$/)).pipe(
  Schema.brand("VendorContactId")
)
export type VendorContactId = string & Brand.Brand<"VendorContactId">

/** Custom data of a business about a contact: Session `params`, Developer `attributes`. */
export const ContactAttributes = Schema.Record(Schema.String, Schema.Json)
export type ContactAttributes = typeof ContactAttributes.Type

/** A person as an organization knows them, on every channel. Their ids on platforms are `ContactIdentity` values. */
export class Contact extends Schema.Opaque<Contact>()(
  Schema.Struct({
    id: ContactId,
    vendorContactId: VendorContactId,
    organizationId: OrganizationId,
    /** Null for a contact known only from Messenger, from Instagram or by a business-scoped id. */
    phone: Schema.NullOr(PhoneNumber),
    name: Schema.String,
    email: Schema.NullOr(Schema.String),
    countryCode: Schema.NullOr(CountryCode),
    tags: Schema.Array(Schema.String),
    labels: Schema.Array(Schema.String),
    attributes: ContactAttributes,
    source: ContactSource,
    isBlocked: Schema.Boolean,
    /** Whether they want offers; null while neither they nor the organization has said so. */
    optedIn: Schema.NullOr(Schema.Boolean),
    createdAt: Schema.DateTimeUtcFromString,
    updatedAt: Schema.DateTimeUtcFromString
  })
) {}

/** Required fields of a new contact; the other fields have defaults. */
export interface ContactDraft
  extends
    Pick<Contact, "id" | "vendorContactId" | "organizationId" | "source">,
    Partial<Pick<Contact, "phone" | "name" | "email" | "countryCode" | "tags" | "attributes">> {}

/** A new contact: only the given facts, not blocked, and nothing known of whether they want offers. */
export const newContact = (draft: ContactDraft, at: DateTime.Utc): Contact => ({
  phone: null,
  name: "",
  email: null,
  countryCode: null,
  tags: [],
  attributes: {},
  ...draft,
  labels: [],
  isBlocked: false,
  optedIn: null,
  createdAt: at,
  updatedAt: at
})

/**
 * Merges the fields of two contacts that are one person: a value that only one of them has is stored. The name, the
 * number and the opt-in stay; the times of the platforms' reports decide between two values.
 */
export const withFieldsOf = (own: Contact, other: Contact): Contact => ({
  ...own,
  email: own.email ?? other.email,
  tags: [...new Set([...own.tags, ...other.tags])],
  labels: [...new Set([...own.labels, ...other.labels])],
  attributes: { ...other.attributes, ...own.attributes },
  isBlocked: own.isBlocked || other.isBlocked
})

/** No contact of the organization has this id. */
export class ContactNotFound extends Schema.TaggedError<ContactNotFound>()("ContactNotFound", {}) {}

/** No contact of the organization is known by a form of the number. */
export class ContactNotFoundByPhone extends Schema.TaggedError<ContactNotFoundByPhone>()(
  "ContactNotFoundByPhone",
  {}
) {}

/** A different contact of the organization has a form of this number. */
export class PhoneNumberTaken extends Schema.TaggedError<PhoneNumberTaken>()("PhoneNumberTaken", {
  phone: PhoneNumber
}) {}
