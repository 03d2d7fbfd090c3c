import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import { createContact, upsertContact } from "../../../src/app/contacts/contacts.ts"
import { type ImportOutcome, importContacts } from "../../../src/app/contacts/importContacts.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { wrongTotals } from "../../support/database/wrongTotals.ts"

const people = 400

/** A number in one of the two forms that mobile numbers of Brazil have. */
const numberOf = (person: number, form: number): string =>
  `+5511${form % 2 === 0 ? "9" : ""}${80_000_000 + (person % people)}`

const rowsOf = (numbers: ReadonlyArray<string>) =>
  numbers.map((number, index) => ({ index, number, name: `Row ${index}`, email: null, tags: ["imported"] }))

/** Two instances of the service on one database; the given ordinal says which to use. */
const instances = Effect.gen(function* () {
  const url = Redacted.make(yield* migratedDatabase)
  const around = Layer.merge(LibPhoneNumbers.layer, MemoryTagSync.layer)
  const instance = Layer.build(Layer.fresh(Layer.merge(storesOn(Database.server(url)), around)))
  const [one, other] = [yield* instance, yield* instance]
  return (ordinal: number) => Effect.provideContext(ordinal % 2 === 0 ? one : other)
})

/** Contacts, what they are known by, what was announced of them, and what is on its way to whoever listens. */
const kept = Effect.fnUntraced(function* (id: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly contacts: number; readonly known: number; readonly announced: number }>`
    select (select count(*)::int from contacts where organization_id = ${id}::uuid) as contacts,
      (select count(*)::int from contact_identities i join contacts c on c.organization_id = i.organization_id
        and c.id = i.contact_id where i.organization_id = ${id}::uuid) as known,
      (select count(distinct e.data->'contact'->>'id')::int from events e join contacts c
        on c.organization_id = e.organization_id and c.id::text = e.data->'contact'->>'id'
        where e.organization_id = ${id}::uuid and e.type = 'contact.created') as announced,
      (select count(*)::int from events where organization_id = ${id}::uuid and type = 'contact.created') as events,
      (select count(*)::int from events where organization_id = ${id}::uuid and webhook_id is not null) as deliveries`
  return row
})

const tags = ({ refused }: ImportOutcome) => Array.dedupe(refused.map(({ refusal }) => refusal._tag))

describe("imports on one server, from several instances", () => {
  it.live(
    "and simultaneous creates of the same people in any form add each of them once",
    () =>
      Effect.gen(function* () {
        const on = yield* instances
        const { id } = yield* on(0)(givenOrganization({ webhook: {} }))
        const all = Array.range(0, people - 1)
        const imports = Effect.forEach(
          [all, all.toReversed(), all.map((person) => person * 7), all.map((person) => person * 7).toReversed()],
          (order, ordinal) =>
            importContacts(id, rowsOf(order.map((person) => numberOf(person, ordinal + person)))).pipe(on(ordinal)),
          { concurrency: "unbounded" }
        )
        const creates = Effect.forEach(
          all.filter((person) => person % 3 === 0),
          (person) =>
            createContact(id, numberOf(person, person), {}).pipe(
              Effect.as(1),
              Effect.catchTag("PhoneNumberTaken", () => Effect.succeed(0)),
              on(person)
            ),
          { concurrency: 16 }
        )
        const [outcomes, created] = yield* Effect.all([imports, creates], { concurrency: "unbounded" })
        for (const outcome of outcomes) {
          assert.strictEqual(outcome.added.length + outcome.refused.length, people)
          assert.includeMembers(["PhoneNumberTaken"], tags(outcome))
        }
        const added = outcomes.flatMap((outcome) => outcome.added)
        assert.strictEqual(added.length + created.reduce<number>((sum, one) => sum + one, 0), people)
        assert.deepStrictEqual<unknown>(yield* on(0)(kept(id)), {
          contacts: people,
          known: people,
          announced: people,
          events: people,
          deliveries: people
        })
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      }),
    180_000
  )

  it.live(
    "report the contacts that they added, even if others update them at the same time",
    () =>
      Effect.gen(function* () {
        const on = yield* instances
        const { id } = yield* on(0)(givenOrganization())
        const all = Array.range(0, people - 1)
        const upserts = Effect.forEach(
          all.toReversed(),
          (person) => upsertContact(id, numberOf(person, 1), { name: "Upserted" }).pipe(on(1)),
          { concurrency: 16 }
        )
        const [outcome, upserted] = yield* Effect.all(
          [importContacts(id, rowsOf(all.map((person) => numberOf(person, 0)))).pipe(on(0)), upserts],
          { concurrency: "unbounded" }
        )
        const imported = new Set<string>(outcome.added.map((contact) => contact.id))
        // Who was there already was added by the other one; the two know everybody by the same id.
        for (const contact of upserted) {
          assert.deepStrictEqual(contact.tags, imported.has(contact.id) ? ["imported"] : [])
        }
        assert.strictEqual(new Set([...imported, ...upserted.map((contact) => contact.id)]).size, people)
        assert.strictEqual((yield* on(0)(kept(id)))?.contacts, people)
        assert.deepStrictEqual(yield* on(0)(wrongTotals), [])
      }),
    180_000
  )
})
