import { DateTime, Effect, Schema, Struct } from "effect"
import { type ArrayParameter, booleans, instants, texts, uuids } from "../database/ArrayParameter.ts"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { contactChannels, maxContactChannels } from "../../../domain/contacts/ContactIdentity.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import type { ContactId } from "../../../domain/Ids.ts"
import type { ReachableContact } from "../../../ports/contacts/ContactStore.ts"

/** A column with values of `A`, and the forms of its values in statements. */
interface Column<A> {
  readonly name: string
  readonly type: "uuid" | "text" | "text[]" | "jsonb" | "boolean" | "timestamptz"
  /** The value in a JSON record, which `json_to_record` reads as the type. */
  readonly toJson: (value: A) => unknown
  /** The values of many contacts as one array, of the type's own elements or of texts. */
  readonly toArray: (values: ReadonlyArray<A>) => ArrayParameter
  readonly arrayType: "uuid[]" | "text[]" | "boolean[]" | "timestamptz[]"
  /** The value of a row from the driver. */
  readonly read: (stored: unknown) => unknown
}

const same = <A>(value: A): A => value

const uuid = (name: string): Column<string> => ({
  name,
  type: "uuid",
  toJson: same,
  toArray: uuids,
  arrayType: "uuid[]",
  read: same
})

const text = (name: string): Column<string | null> => ({
  name,
  type: "text",
  toJson: same,
  toArray: texts,
  arrayType: "text[]",
  read: same
})

/** The array literal of a list. An array of arrays would need lists of one length. */
const arrayLiteral = (list: ReadonlyArray<string>): string =>
  `{${list.map((entry) => `"${entry.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`

const textList = (name: string): Column<ReadonlyArray<string>> => ({
  name,
  type: "text[]",
  toJson: same,
  toArray: (values) => texts(values.map(arrayLiteral)),
  arrayType: "text[]",
  read: same
})

/** Statements select the column as text, so that the value is parsed here and not by the driver. */
const json = (name: string): Column<Schema.Json> => ({
  name,
  type: "jsonb",
  toJson: same,
  toArray: (values) => texts(values.map((value) => JSON.stringify(value))),
  arrayType: "text[]",
  read: (stored) => (typeof stored === "string" ? JSON.parse(stored) : stored)
})

const boolean = (name: string): Column<boolean | null> => ({
  name,
  type: "boolean",
  toJson: same,
  toArray: booleans,
  arrayType: "boolean[]",
  read: same
})

const instant = (name: string): Column<DateTime.Utc> => ({
  name,
  type: "timestamptz",
  toJson: DateTime.formatIso,
  toArray: instants,
  arrayType: "timestamptz[]",
  read: (stored) => (stored instanceof Date ? DateTime.makeUnsafe(stored.getTime()) : stored)
})

/** The columns of a contact. Every statement that reads or writes whole contacts is made from this list. */
export const contactColumns: { readonly [Field in keyof Contact]: Column<Contact[Field]> } = {
  organizationId: uuid("organization_id"),
  id: uuid("id"),
  vendorContactId: text("vendor_contact_id"),
  phone: text("phone"),
  name: text("name"),
  email: text("email"),
  countryCode: text("country_code"),
  tags: textList("tags"),
  labels: textList("labels"),
  attributes: json("attributes"),
  source: text("source"),
  isBlocked: boolean("is_blocked"),
  optedIn: boolean("opted_in"),
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at")
}

export const contactFields = Struct.keys(contactColumns)

/** The columns of a `ContactRow`, of the table `contacts` under the name `c`. */
export const selectedColumns = contactFields
  .map((field) => contactColumns[field])
  .map(({ name, type }) => (type === "jsonb" ? `c.${name}::text as ${name}` : `c.${name}`))
  .join(", ")

/** A row of `selectedColumns` from the driver. Its id is null in a row without a contact, after an outer join. */
export type ContactRow = Readonly<Record<string, unknown>> & { readonly id: ContactId | null }

const readers = contactFields.map((field) => {
  const { name, read } = contactColumns[field]
  return { field, name, read }
})

/** The values of a row by the fields of a contact. */
const candidate = (row: ContactRow): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {}
  for (const { field, name, read } of readers) values[field] = read(row[name])
  return values
}

const asContact = Schema.decodeUnknownEffect(Schema.toType(Contact))
const asContacts = Schema.decodeUnknownEffect(Schema.Array(Schema.toType(Contact)))

/**
 * The contact of a row. The values are converted by column and then checked by the schema, which takes 1.6 µs a row. A
 * schema that also renames and converts takes 6 µs, because it is not compiled.
 */
export const readContact = (row: ContactRow) => asContact(candidate(row))

/** The contacts of rows, in their order. */
export const readContacts = (rows: ReadonlyArray<ContactRow>) => asContacts(rows.map(candidate))

/**
 * The columns of a `ReachableRow`. The condition and the order are those of `contact_identities_platform`, so a look-up sorts
 * nothing, and reads no row of a contact with a number only.
 */
export const reachableColumns = `${selectedColumns}, array(
  select json_build_array(i.kind, i.scope, i.value)::text from contact_identities i
  where i.organization_id = c.organization_id and i.contact_id = c.id and i.kind <> 'phone'
  order by i.kind desc, i.scope collate "C", i.value collate "C" limit ${maxContactChannels}) as identities`

/** A row of `reachableColumns` from the driver. */
export type ReachableRow = ContactRow & { readonly identities: ReadonlyArray<string> }

const Identity = Schema.Tuple([Channel, Schema.String, Schema.NonEmptyString])
const asIdentities = Schema.decodeUnknownEffect(Schema.Array(Schema.Array(Schema.fromJsonString(Identity))))

/** The contacts of rows with their ids on the channels, in their order. Most pages have nothing but numbers. */
export const readReachable = Effect.fnUntraced(function* (rows: ReadonlyArray<ReachableRow>) {
  const contacts = yield* readContacts(rows)
  const haveNone = rows.every(({ identities }) => identities.length === 0)
  const known = haveNone ? [] : yield* asIdentities(rows.map(({ identities }) => identities))
  return contacts.map((contact, place): ReachableContact => {
    const own = known[place] ?? []
    return {
      contact,
      channels: contactChannels(
        contact,
        own.map(([kind, scope, value]) => ({ kind, scope, value }))
      )
    }
  })
})
