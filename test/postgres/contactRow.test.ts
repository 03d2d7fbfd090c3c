import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate, Result, Schema } from "effect"
import { type ContactColumns, ContactRow, readContact, readContacts } from "../../src/adapters/postgres/ContactRow.ts"

const bySchema = Schema.decodeUnknownEffect(ContactRow)

/** Whatever is in the row: the driver's word is taken for it. */
const Columns = Schema.declare((row: unknown): row is ContactColumns => Predicate.isObject(row))
const columns = Schema.decodeUnknownSync(Columns)

const good = {
  organization_id: "01890a5d-ac96-774b-bcce-b302099a8057",
  id: "01890a5d-ac96-774b-bcce-b302099a8058",
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

describe("a contact's row", () => {
  it.effect.prop("is read by hand as by the schema", { row: ContactRow }, ({ row }) =>
    Effect.gen(function* () {
      const encoded = columns(yield* Schema.encodeEffect(ContactRow)(row))
      const expected = yield* bySchema(encoded)
      assert.deepStrictEqual(yield* readContact(encoded), expected)
      assert.deepStrictEqual(yield* readContacts([encoded, encoded]), [expected, expected])
    })
  )

  it.effect("may have nothing that is not needed", () =>
    Effect.gen(function* () {
      const row = columns({ ...good, phone: null, email: null, country_code: null, attributes: "{}" })
      assert.deepStrictEqual(yield* readContact(row), yield* bySchema(row))
    })
  )

  const broken = [
    { vendor_contact_id: "ct_0" },
    { phone: "+12025550123" },
    { country_code: "usa" },
    { attributes: "[]" },
    { attributes: "null" },
    { attributes: "1" }
  ]
  it.effect.each(broken)("is refused for what the schema refuses: %o", (change) =>
    Effect.gen(function* () {
      const row = columns({ ...good, ...change })
      const [one, many, schema] = yield* Effect.all([
        Effect.result(readContact(row)),
        Effect.result(readContacts([columns(good), row])),
        Effect.result(bySchema(row))
      ])
      assert.isTrue(Result.isFailure(schema) && Result.isFailure(one) && Result.isFailure(many))
    })
  )
})
