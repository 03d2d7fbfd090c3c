import type { SqlClient, Statement } from "effect/sql"
import type { Contact } from "../../../domain/contacts/Contact.ts"
import { searchedText } from "../../../domain/contacts/ContactSearch.ts"
import { texts } from "../database/ArrayParameter.ts"
import { contactColumns, contactFields } from "./ContactRow.ts"

type Field = keyof Contact

/** Statements take the organization once, beside the records. */
const recordFields = contactFields.filter((field) => field !== "organizationId")

/** Columns that no statement changes. */
const fixed: ReadonlySet<Field> = new Set<Field>(["organizationId", "id", "vendorContactId", "createdAt"])

/** The columns of a new contact, without the organization. `searched` is derived from the others. */
export const insertedColumns = [...recordFields.map((field) => contactColumns[field].name), "searched"].join(", ")

/** The columns of a `contactRecord`, as `json_to_record` takes them. */
export const recordColumns = [
  ...recordFields.map((field) => contactColumns[field]).map(({ name, type }) => `${name} ${type}`),
  "searched text"
].join(", ")

const jsonOf = <F extends Field>(contact: Contact, field: F): unknown => contactColumns[field].toJson(contact[field])

/** The contact by the `insertedColumns`, with values for JSON. */
export const contactRecord = (contact: Contact): Readonly<Record<string, unknown>> => {
  const record: Record<string, unknown> = {}
  for (const field of recordFields) record[contactColumns[field].name] = jsonOf(contact, field)
  record["searched"] = searchedText(contact)
  return record
}

/** The assignments of an update from a record `t`, but for the columns of `except`. */
export const assignments = (except: ReadonlyArray<Field> = []): string =>
  recordFields
    .filter((field) => !fixed.has(field) && !except.includes(field))
    .map((field) => `${contactColumns[field].name} = t.${contactColumns[field].name}`)
    .join(", ")

/** The columns of `contactArrays`, each as its own type. */
export const castColumns = [
  ...recordFields
    .map((field) => contactColumns[field])
    .map(({ arrayType, name, type }) => (arrayType === `${type}[]` ? name : `${name}::${type}`)),
  "searched"
].join(", ")

const arrayOf = <F extends Field>(contacts: ReadonlyArray<Contact>, field: F) =>
  contactColumns[field].toArray(contacts.map((contact) => contact[field]))

/** An array of each of the `insertedColumns`, as `unnest` takes them. */
export const contactArrays = (sql: SqlClient.SqlClient, contacts: ReadonlyArray<Contact>): Statement.Fragment =>
  sql.csv([
    ...recordFields.map((field) => sql`${arrayOf(contacts, field)}::${sql.literal(contactColumns[field].arrayType)}`),
    sql`${texts(contacts.map(searchedText))}::text[]`
  ])
