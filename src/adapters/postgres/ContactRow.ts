import { Schema } from "effect"
import { Contact, ContactAttributes } from "../../domain/Contact.ts"

/** A contact's columns, selected with `contactColumns`. */
export const contactFields = {
  ...Contact.fields,
  attributes: Schema.fromJsonString(ContactAttributes),
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
}

export const contactKeys = {
  vendorContactId: "vendor_contact_id",
  organizationId: "organization_id",
  countryCode: "country_code",
  isBlocked: "is_blocked",
  optedIn: "opted_in",
  createdAt: "created_at",
  updatedAt: "updated_at"
} as const

export const ContactRow = Schema.Struct(contactFields).pipe(Schema.encodeKeys(contactKeys))

/** What makes a `ContactRow` of the table `contacts` under the name `c`: all but what it is searched by. */
export const contactColumns = `c.organization_id, c.id, c.vendor_contact_id, c.phone, c.name, c.email, c.country_code,
  c.tags, c.labels, c.attributes::text as attributes, c.source, c.is_blocked, c.opted_in, c.created_at, c.updated_at`
