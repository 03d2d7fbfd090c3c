import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { initial } from "../../../src/adapters/postgres/migrations/0001_initial.ts"
import { newContact, VendorContactId } from "../../../src/domain/contact/Contact.ts"
import { contactSearch } from "../../../src/domain/contact/ContactSearch.ts"
import { ContactId, ConversationId, OrganizationId } from "../../../src/domain/Ids.ts"
import { CountryCode, PhoneNumber } from "../../../src/domain/contact/PhoneNumber.ts"
import { ContactStore } from "../../../src/ports/stores/ContactStore.ts"
import { ConversationStore } from "../../../src/ports/stores/ConversationStore.ts"
import { onChannel } from "../../support/conversationFilters.ts"
import { embeddedDatabase } from "../../support/embeddedDatabase.ts"
import { storesOn } from "../../support/postgresStores.ts"
import { serverDatabase } from "../../support/serverDatabase.ts"
import { wrongTotals } from "../../support/wrongTotals.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const acme = OrganizationId.make(uuid(1))
const globex = OrganizationId.make(uuid(2))
const [ada, grace, stranger, gone] = [uuid(11), uuid(12), uuid(13), uuid(14)]
const at = DateTime.makeUnsafe("2026-11-01T08:30:00.001Z")
const instant = DateTime.formatIso(at)
const all = { page: 1, limit: 100 }

/** A database as the first version left it: people, one of them gone from under what refers to them. */
const asItWas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const loader = Migrator.fromRecord({ "0001_initial": initial })
  yield* Migrator.make({})({ loader, table: "parley_migrations" })
  yield* sql.unsafe(`
    insert into organizations values ('${acme}', 'Acme', 'free', 1000, '${instant}'),
      ('${globex}', 'Globex', 'free', 1000, '${instant}')`)
  yield* sql.unsafe(`
    insert into contacts values
      ('${acme}', '${ada}', 'ct_${"a".repeat(24)}', '442071838750', E'José\\nMaría 100%', 'ADA@example.com', 'GB',
        '{vip}', 'api', '${instant}'),
      ('${acme}', '${grace}', 'ct_${"b".repeat(24)}', '442071838751', '', null, null, '{}', 'api', '${instant}'),
      ('${globex}', '${stranger}', 'ct_${"c".repeat(24)}', '442071838750', '', null, null, '{}', 'api', '${instant}')`)
  yield* sql.unsafe(`
    insert into contact_identities values ('${acme}', 'phone', '', '442071838750', '${ada}'),
      ('${acme}', 'phone', '', '442071838751', '${grace}'), ('${globex}', 'phone', '', '442071838750', '${stranger}'),
      ('${acme}', 'phone', '', '442071838759', '${gone}')`)
  const talk = (ordinal: number, organization: string, contact: string | undefined, channel: string, status: string) =>
    `('${organization}', '${uuid(ordinal)}', '${contact}', '${channel}', '${uuid(90)}', '${status}', '${instant}',
      '${instant}')`
  yield* sql.unsafe(`
    insert into conversations values ${talk(21, acme, ada, "whatsapp", "closed")},
      ${talk(22, acme, ada, "whatsapp", "open")}, ${talk(23, acme, grace, "messenger", "open")},
      ${talk(24, acme, gone, "whatsapp", "open")}, ${talk(25, globex, stranger, "whatsapp", "open")}`)
})

/** What is seen of it after the migration. */
const asItIs = Effect.gen(function* () {
  const { find, findByPhone, list } = yield* ContactStore
  const conversations = yield* ConversationStore
  assert.deepStrictEqual(yield* wrongTotals, [])

  const expected = newContact(
    {
      id: ContactId.make(uuid(11)),
      vendorContactId: VendorContactId.make(`ct_${"a".repeat(24)}`),
      organizationId: acme,
      source: "api",
      phone: PhoneNumber.make("442071838750"),
      name: "José\nMaría 100%",
      email: "ADA@example.com",
      countryCode: CountryCode.make("GB"),
      tags: ["vip"]
    },
    at
  )
  assert.deepStrictEqual(yield* find(acme, expected.id), Option.some(expected))
  const totals = Effect.all([
    Effect.map(list(acme, all, null), ({ total }) => total),
    Effect.map(list(globex, all, null), ({ total }) => total),
    Effect.map(conversations.list(acme, onChannel("whatsapp"), all), ({ rows, total }) => [total, rows.length]),
    Effect.map(conversations.list(acme, onChannel("messenger"), all), ({ rows, total }) => [total, rows.length]),
    Effect.map(conversations.list(globex, onChannel("instagram"), all), ({ rows, total }) => [total, rows.length])
  ])
  assert.deepStrictEqual(yield* totals, [2, 1, [2, 2], [1, 1], [0, 0]])
  const shown = yield* Effect.forEach([21, 22, 23, 24], (ordinal) =>
    Effect.map(conversations.find(acme, ConversationId.make(uuid(ordinal))), Option.isSome)
  )
  assert.deepStrictEqual(shown, [true, true, true, false])
  for (const term of ["JOSE MARIA 100%", "183 8750"]) {
    const { rows } = yield* list(acme, all, contactSearch(term, "name and phone"))
    assert.deepStrictEqual(rows, [expected])
  }
  assert.strictEqual((yield* list(acme, all, contactSearch("example", "name and phone"))).total, 0)
  assert.strictEqual((yield* list(acme, all, contactSearch("ada@", "name, phone and email"))).total, 1)
  assert.isTrue(Option.isNone(yield* findByPhone(acme, PhoneNumber.make("442071838759"))))
})

describe("the migration to the whole Developer interface", () => {
  it.effect("keeps people and conversations of the first version on a server", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      yield* Effect.provide(asItWas, PgClient.layer({ url }))
      yield* Effect.provide(asItIs, storesOn(Database.server(url)))
    })
  )

  it.effect("keeps people and conversations of the first version in the embedded database", () =>
    Effect.gen(function* () {
      const { stream } = yield* embeddedDatabase
      yield* Effect.provide(asItWas, PgClient.layer({ stream, username: "postgres", database: "postgres" }))
      yield* Effect.provide(asItIs, storesOn(Database.embedded(stream)))
    })
  )
})
