import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { DeliveryConnections, Writer } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { ReadShares } from "../../../src/adapters/postgres/database/ReadShares.ts"
import { type Acting, actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { ContactId } from "../../../src/domain/Ids.ts"
import { nextEra } from "../../../testing/given/era.ts"
import { givenOrganization, givenSender, uuid } from "../../../testing/given/given.ts"
import { someContact } from "../../../testing/given/givenContact.ts"
import { lentStores, serverStores } from "../../support/database/postgresStores.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

/** Two organizations, each with a contact, a conversation, a message and a webhook. */
const givenTwo = Effect.gen(function* () {
  const [one, other] = [yield* givenSender({ webhook: {} }), yield* givenSender({ webhook: {} })]
  yield* sendOff(one.id, yield* one.intent())
  yield* sendOff(other.id, yield* other.intent())
  return { one, other }
})

/** Organizations whose rows a statement without a condition returns. */
const seen = (sql: SqlClient.SqlClient, acting: Acting, table = "contacts") =>
  Effect.map(
    actingFor(acting)(sql<{ readonly id: string }>`select distinct organization_id as id from ${sql(table)}`),
    (rows) => rows.map(({ id }) => id).toSorted()
  )

const tables = ["contacts", "conversations", "messages", "webhooks", "events", "channel_accounts", "contact_identities"]

const places = [
  { where: "on connections of the service", stores: serverStores },
  { where: "on a pool of the program", stores: lentStores }
]

describe.each(places)("row-level security $where", ({ stores }) => {
  layer(stores)((it) => {
    describe("a statement without a condition", () => {
      it.effect("sees only rows of the organizations of its session", () =>
        Effect.gen(function* () {
          const { one, other } = yield* givenTwo
          const clients = [yield* SqlClient.SqlClient, yield* Writer]
          for (const sql of clients)
            for (const table of tables) {
              assert.deepStrictEqual(yield* seen(sql, [one.id], table), [one.id], table)
              assert.deepStrictEqual(yield* seen(sql, [one.id, other.id], table), [one.id, other.id].toSorted(), table)
              assert.deepStrictEqual(yield* seen(sql, [], table), [], table)
            }
          const { searches } = yield* ReadShares
          for (const table of tables.filter((table) => table !== "contacts"))
            assert.deepStrictEqual(yield* seen(searches, [one.id], table), [one.id], table)
        })
      )

      it.effect("sees the same rows after others ran on the same connection, and in a transaction", () =>
        Effect.gen(function* () {
          const { one, other } = yield* givenTwo
          const sql = yield* SqlClient.SqlClient
          yield* sql.withTransaction(
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* seen(sql, [one.id]), [one.id])
              assert.deepStrictEqual(yield* seen(sql, []), [])
              assert.isAtLeast((yield* seen(sql, "everyone")).length, 2)
              assert.deepStrictEqual(yield* seen(sql, [other.id]), [other.id])
              assert.isAtLeast((yield* seen(sql, "owner")).length, 2)
              assert.deepStrictEqual(yield* seen(sql, []), [])
            })
          )
          const many = Array.from({ length: 200 }, (_, n) => (n % 3 === 0 ? [] : n % 3 === 1 ? [one.id] : [other.id]))
          const answers = yield* Effect.forEach(many, (acting) => seen(sql, acting), { concurrency: "unbounded" })
          assert.deepStrictEqual(answers, many)
        })
      )

      it.effect("changes and deletes no rows of others, and no rows at all without an organization", () =>
        Effect.gen(function* () {
          const { one, other } = yield* givenTwo
          for (const sql of [yield* SqlClient.SqlClient, yield* Writer]) {
            const changed = (acting: Acting) =>
              actingFor(acting)(sql`update contacts set name = 'changed' returning organization_id as id`)
            assert.deepStrictEqual(yield* changed([]), [])
            assert.deepStrictEqual(yield* changed([one.id]), [{ id: one.id }])
            assert.deepStrictEqual(yield* actingFor([])(sql`delete from messages returning 1`), [])
            yield* sql
              .withTransaction(
                Effect.gen(function* () {
                  const gone = yield* actingFor([other.id])(sql`delete from messages returning organization_id as id`)
                  assert.deepStrictEqual(gone, [{ id: other.id }])
                  return yield* Effect.fail("rolled back")
                })
              )
              .pipe(Effect.ignore)
          }
          const names = yield* actingFor("owner")(
            (yield* SqlClient.SqlClient)`select name from contacts where organization_id = ${other.id}::uuid`
          )
          assert.deepStrictEqual(names, [{ name: "" }])
        })
      )

      it.effect("inserts no row of an organization outside of its session, and moves no row there", () =>
        Effect.gen(function* () {
          const { one, other } = yield* givenTwo
          const sql = yield* SqlClient.SqlClient
          const insert = sql`insert into notifications (organization_id, id, user_id, type, created_at)
          values (${other.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'x', now())`
          for (const acting of [[], [one.id]]) {
            const refused = yield* Effect.flip(actingFor(acting)(insert))
            assert.strictEqual(refused.reason._tag, "AuthorizationError")
          }
          yield* actingFor([other.id])(insert)
          const move = sql`update contacts set organization_id = ${other.id}::uuid where organization_id = ${one.id}::uuid`
          assert.strictEqual((yield* Effect.flip(actingFor([one.id])(move))).reason._tag, "AuthorizationError")
        })
      )
    })

    it.effect("covers every table with an organization, its partitions and the owner", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const found = yield* sql<{ readonly name: string; readonly is: boolean; readonly policies: number }>`
        select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as is,
          (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
        where c.relkind in ('r', 'p')`
        assert.isAbove(found.length, 25)
        assert.isTrue(found.some(({ name }) => /^events_\d{8}$/.test(name)))
        for (const { is, name, policies } of found) {
          assert.isTrue(is, `${name} has no forced row-level security`)
          assert.isAtLeast(policies, 3, name)
        }
      })
    )

    it.effect("gives each pool a role that owns nothing and bypasses no policy", () =>
      Effect.gen(function* () {
        const pools = {
          parley_service: [yield* SqlClient.SqlClient, yield* Writer],
          parley_finder: [(yield* ReadShares).searches],
          parley_worker: [yield* DeliveryConnections]
        }
        for (const [role, clients] of Object.entries(pools))
          for (const sql of clients) {
            const [row] = yield* actingFor([])(sql`
            select current_user::text as role, rolsuper or rolbypassrls as bypasses,
              exists (select from pg_class where relowner = r.oid) as owns
            from pg_roles r where rolname = current_user`)
            assert.deepStrictEqual(row, { role, bypasses: false, owns: false })
          }
        const { searches } = yield* ReadShares
        const refused = yield* Effect.flip(actingFor([])(searches`update contacts set name = ''`))
        assert.strictEqual(refused.reason._tag, "AuthorizationError")
      })
    )

    it.effect("allows the calls of stores to read their own organization, and claims to read every organization", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* givenOrganization(), yield* givenOrganization()]
        const { find, insert } = yield* ContactStore
        const contact = yield* someContact(one.id)
        const at = yield* nextEra
        const id = ContactId.make(yield* uuid)
        yield* insert({ ...contact, id, phone: contact.phone ?? assert.fail("no number") })
        assert.isTrue(Option.isSome(yield* find(one.id, id)))
        assert.isTrue(Option.isNone(yield* find(other.id, id)))
        assert.isArray(yield* (yield* MediaLibrary).claim(at, at, 10))
      })
    )
  })
})
