import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  castColumns,
  contactArrays,
  contactRecord,
  insertedColumns,
  recordColumns
} from "../../../src/adapters/postgres/contacts/contactRecord.ts"
import {
  contactColumns,
  type ContactRow,
  readContact,
  readContacts,
  selectedColumns
} from "../../../src/adapters/postgres/contacts/ContactRow.ts"
import { Contact } from "../../../src/domain/contacts/Contact.ts"
import { ContactId, OrganizationId } from "../../../src/domain/Ids.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { plainObject } from "../../support/database/withPlainKeys.ts"

const organizationId = OrganizationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const contactId = ContactId.make("01890a5d-ac96-774b-bcce-b302099a8058")

const good: ContactRow = {
  organization_id: organizationId,
  id: contactId,
  vendor_contact_id: "ct_abcdefghijklmnopqrstuvwx",
  phone: "12025550123",
  name: "Ada",
  email: "ada@example.com",
  country_code: "US",
  tags: ["vip"],
  labels: [],
  attributes: '{"plan": "gold", "of": [1, {"__proto__": null}]}',
  source: "import",
  is_blocked: false,
  opted_in: true,
  created_at: new Date(1_700_000_000_123),
  updated_at: new Date(0)
}

const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "")

/** The value as Postgres stores it: without NUL, half surrogate pairs and negative zero. */
const storableJson = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return storable(value)
  if (typeof value === "number") return value + 0
  if (Array.isArray(value)) return value.map(storableJson)
  return value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, storableJson(part)]))
    : value
}

/** The contact as Postgres stores it, whatever its fields are. */
const storableContact = (contact: Contact) =>
  Schema.encodeEffect(Contact)(contact).pipe(
    Effect.map((fields) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, storableJson(value)]))
    ),
    Effect.flatMap(Schema.decodeUnknownEffect(Contact))
  )

const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000_000_000_000 }))

layer(serverStores)("a contact in the database", (it) => {
  it.effect.prop(
    "is read as it was written, as a record and as arrays",
    { some: Schema.toType(Contact), created: Millis, updated: Millis },
    ({ created, some, updated }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const contact = yield* storableContact({
          ...some,
          id: contactId,
          organizationId,
          attributes: plainObject(some.attributes),
          createdAt: DateTime.makeUnsafe(created),
          updatedAt: DateTime.makeUnsafe(updated)
        })
        const organization = sql`${contact.organizationId}::uuid as organization_id`
        const [recorded] = yield* sql<ContactRow>`
          select ${sql.literal(selectedColumns)} from (
            select ${organization}, t.* from json_to_record(${JSON.stringify(contactRecord(contact))}::json)
              as t(${sql.literal(recordColumns)})) c`
        const arrayed = yield* sql<ContactRow>`
          select ${sql.literal(selectedColumns)} from (
            select ${organization}, ${sql.literal(castColumns)} from unnest(${contactArrays(sql, [contact, contact])})
              as t(${sql.literal(insertedColumns)})) c`
        assert.isDefined(recorded)
        assert.deepStrictEqual(yield* readContact(recorded), contact)
        assert.deepStrictEqual(yield* readContacts(arrayed), [contact, contact])
      })
  )

  it.effect("has a list column for each column of the table, of its type", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stored = yield* sql<{ readonly name: string; readonly type: string }>`
        select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = 'contacts'::regclass and attnum > 0 and not attisdropped`
      const types = new Map(
        stored.map(({ name, type }) => [name, type.replace(/^timestamp with time zone$/, "timestamptz")])
      )
      // The columns of a search, and what platforms reported, which only the inbox reads.
      const reported = ["name_reported_at", "phone_reported_at", "opted_in_reported_at", "address_book"]
      const others = ["searched", "sort_name", ...reported]
      for (const name of others) assert.isTrue(types.delete(name), name)
      assert.deepStrictEqual(types, new Map(Object.values(contactColumns).map(({ name, type }) => [name, type])))
    })
  )
})

describe("a contact's row", () => {
  it.effect("may have nulls", () =>
    Effect.gen(function* () {
      const { attributes, countryCode, email, phone } = yield* readContact({
        ...good,
        phone: null,
        email: null,
        country_code: null,
        attributes: "{}"
      })
      assert.deepStrictEqual(
        { attributes, countryCode, email, phone },
        { attributes: {}, countryCode: null, email: null, phone: null }
      )
    })
  )

  it.effect.each([
    { vendor_contact_id: "ct_0" },
    { phone: "+12025550123" },
    { country_code: "usa" },
    { attributes: "[]" },
    { attributes: "null" },
    { attributes: "1" }
  ])("is refused if it has %o", (change) =>
    Effect.gen(function* () {
      const row = { ...good, ...change }
      assert.isTrue(Result.isSuccess(yield* Effect.result(readContacts([good]))))
      assert.isTrue(Result.isFailure(yield* Effect.result(readContact(row))))
      assert.isTrue(Result.isFailure(yield* Effect.result(readContacts([good, row]))))
    })
  )
})
