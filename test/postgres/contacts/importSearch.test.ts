import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { contactSearch } from "../../../src/domain/contacts/ContactSearch.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"
import { someContact } from "../../../testing/given/givenContact.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { insertAll } from "../../../testing/given/insertAll.ts"

/** Bytes that wait for the index to take them. */
const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly bytes: number }>`
    select pending_pages::int * current_setting('block_size')::int as bytes from pgstatginindex('contacts_searched')`
  return row?.bytes ?? -1
})

/** What a server puts off by itself. */
const serverLimit = 4 * 1024 * 1024

const people = 5_000

const someMany = Effect.fnUntraced(function* () {
  const { id } = yield* givenOrganization()
  const contacts = yield* Effect.forEach(Array.range(0, people - 1), (n) =>
    someContact(id, { phone: phoneOf(n), name: `Wilhelmina van der Somewhere ${n}`, email: `person.${n}@example.com` })
  )
  return { id, contacts }
})

describe("the search index during an import of many contacts", () => {
  it.live(
    "is updated after the transaction, and finds pending contacts before",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list } = yield* ContactStore
        const { atomically } = yield* Transaction
        yield* sql`create extension pgstattuple`
        // The transaction below runs in the role of an organization.
        yield* sql`grant execute on function pgstatginindex(regclass) to public`
        const { contacts, id } = yield* someMany()
        const found = list(id, { page: 1, limit: 1 }, contactSearch("somewhere", "name and phone"))
        yield* atomically(
          Effect.gen(function* () {
            yield* insertAll(id, contacts)
            assert.isAbove(yield* Effect.orDie(actingFor("owner")(waiting)), serverLimit)
          })
        )
        assert.strictEqual((yield* found).total, people)
        yield* waiting.pipe(
          Effect.repeat({ schedule: Schedule.spaced("25 millis"), until: (bytes) => bytes === 0 }),
          Effect.timeout("30 seconds")
        )
        assert.strictEqual((yield* found).total, people)
      }).pipe(Effect.provide(serverStores)),
    180_000
  )

  it.live(
    "restores the limit of the connection: the next user has the server's own",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* givenOrganization()
        const limits = yield* sql.withTransaction(
          Effect.andThen(
            insertAll(id, [yield* someContact(id, { phone: phoneOf(1) })]),
            sql<{ readonly limit: string }>`select current_setting('gin_pending_list_limit') as limit`
          )
        )
        const after = yield* Effect.replicateEffect(
          sql<{ readonly limit: string }>`select current_setting('gin_pending_list_limit') as limit`,
          20,
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          [limits, ...after].map(([row]) => row?.limit),
          ["16MB", ...Array.replicate("4MB", 20)]
        )
      }).pipe(Effect.provide(serverStores)),
    180_000
  )
})
