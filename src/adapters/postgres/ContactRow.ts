import { DateTime, Effect, Predicate, Schema } from "effect"
import { Contact, ContactAttributes, VendorContactId } from "../../domain/Contact.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"
import { CountryCode, PhoneNumber } from "../../domain/PhoneNumber.ts"

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

/** What makes a `ContactColumns` of the table `contacts` under the name `c`: all but what it is searched by. */
export const contactColumns = `c.organization_id, c.id, c.vendor_contact_id, c.phone, c.name, c.email, c.country_code,
  c.tags, c.labels, c.attributes::text as attributes, c.source, c.is_blocked, c.opted_in, c.created_at, c.updated_at`

/** The columns as the driver gives them. Their types in the database vouch for these; what a text looks like they do not. */
export interface ContactColumns {
  readonly organization_id: OrganizationId
  readonly id: ContactId
  readonly vendor_contact_id: string
  readonly phone: string | null
  readonly name: string
  readonly email: string | null
  readonly country_code: string | null
  readonly tags: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
  readonly attributes: string
  readonly source: string
  readonly is_blocked: boolean
  readonly opted_in: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

const isVendorId = Schema.is(VendorContactId)
const isPhone = Schema.is(PhoneNumber)
const isCountry = Schema.is(CountryCode)

/** What the database holds as JSON is JSON; what is left to see is that it is an object. */
const attributesIn = (text: string): ContactAttributes | null => {
  const attributes: ContactAttributes = text === "{}" ? {} : JSON.parse(text)
  return Predicate.isObject(attributes) ? attributes : null
}

/** The contact of a row; null when something in it is none of the domain's. */
const asContact = (row: ContactColumns): Contact | null => {
  const attributes = attributesIn(row.attributes)
  return attributes !== null &&
    isVendorId(row.vendor_contact_id) &&
    (row.phone === null || isPhone(row.phone)) &&
    (row.country_code === null || isCountry(row.country_code))
    ? {
        id: row.id,
        vendorContactId: row.vendor_contact_id,
        organizationId: row.organization_id,
        phone: row.phone,
        name: row.name,
        email: row.email,
        countryCode: row.country_code,
        tags: row.tags,
        labels: row.labels,
        attributes,
        source: row.source,
        isBlocked: row.is_blocked,
        optedIn: row.opted_in,
        createdAt: DateTime.makeUnsafe(row.created_at.getTime()),
        updatedAt: DateTime.makeUnsafe(row.updated_at.getTime())
      }
    : null
}

const readBySchema = Schema.decodeUnknownEffect(ContactRow)

/**
 * The contact of a row. By hand, since reading a list by the schema takes longer than the database needs for it (6 µs a
 * row: what renames and transforms is not compiled); the schema says what is wrong with a row that cannot be read so.
 */
export const readContact = (row: ContactColumns): Effect.Effect<Contact, Schema.SchemaError> => {
  const contact = asContact(row)
  return contact === null ? readBySchema(row) : Effect.succeed(contact)
}

/** The contacts of rows, in their order. */
export const readContacts = (
  rows: ReadonlyArray<ContactColumns>
): Effect.Effect<ReadonlyArray<Contact>, Schema.SchemaError> => {
  const contacts = rows.map(asContact)
  return contacts.every(Predicate.isNotNull) ? Effect.succeed(contacts) : Effect.forEach(rows, readContact)
}
