import { PgPool, PgTypes } from "@effect/sql-pg"
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { Receivers } from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { createContact, listContacts } from "../../src/app/contacts/contacts.ts"
import { defaultConnections, fewestConnections } from "../../src/adapters/postgres/connections/connectionSizes.ts"
import * as Postgres from "../../src/service/library/Postgres.ts"
import * as Service from "../../src/service/library/Service.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { maintain, serverDatabase } from "../support/database/serverDatabase.ts"
import { strongSecret } from "../support/strongSecret.ts"

const secretsKey = strongSecret("key")

/** A program with a table of a name that the service uses too. */
const given = Effect.fnUntraced(function* (config: Partial<PgPool.Config> = {}) {
  const url = yield* serverDatabase()
  yield* maintain(url, "create schema shop", "create table shop.contacts (id int, name text)")
  return yield* PgPool.make({
    url: Redacted.make(url),
    startupParameters: { search_path: "shop" },
    maxConnections: fewestConnections + 3,
    types: PgTypes.makeRegistry(),
    ...config
  })
})

const serviceOn = (pool: PgPool.PgPool, connections = fewestConnections) =>
  Service.layer({
    metaAppSecret: strongSecret("app"),
    metaVerifyToken: strongSecret("verify"),
    authJwtSecret: strongSecret("jwt"),
    serviceRoleKey: strongSecret("service"),
    overrides: MemoryPlatforms.layer
  }).pipe(Layer.provideMerge(Postgres.layer({ pool, connections, secretsKey })), Layer.merge(LibPhoneNumbers.layer))

const failureOn = (pool: PgPool.PgPool) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ pool, secretsKey })))), String)

const leftovers = (connection: PgConnection) =>
  connection.queryValues(`
    select current_setting('search_path'), current_setting('statement_timeout'), current_setting('role'),
      (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())),
      (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'effect-parley')`)

describe("a pool of the application", () => {
  it.live(
    "lends connections to the service, and is unchanged after the service ends",
    () =>
      Effect.gen(function* () {
        const pool = yield* given()
        yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          yield* createContact(id, "+49 151 12345678", { name: "Ada" })
          // More transactions of the program than connections are left, each of which waits for a use case.
          const sql = yield* SqlClient.SqlClient
          yield* Effect.forEach(
            Array.from({ length: 12 }, (_, n) => n),
            (n) =>
              sql.withTransaction(
                Effect.andThen(
                  sql`insert into contacts values (${n}, 'Grace')`,
                  createContact(id, `+49 151 2345${String(1000 + n)}`, { name: "Grace" })
                )
              ),
            { concurrency: "unbounded" }
          )
          assert.strictEqual((yield* listContacts(id, { page: 1, limit: 20 }, null)).total, 13)
        }).pipe(Effect.provide([serviceOn(pool), Postgres.sqlClient(pool)]))
        const rows = yield* Effect.forEach(
          Array.from({ length: fewestConnections + 3 }),
          () =>
            pool.use((connection) =>
              Effect.andThen(
                Effect.sleep("50 millis"),
                Effect.zip(leftovers(connection), connection.queryValues("select count(*)::int from contacts"))
              )
            ),
          { concurrency: "unbounded" }
        )
        for (const row of rows) assert.deepStrictEqual(row, [[["shop", "0", "none", 0, 0]], [[12]]])
      }).pipe(Effect.scoped),
    180_000
  )

  it.live(
    "lends connections to the deliveries too, and new ones after all were lost",
    () =>
      Effect.gen(function* () {
        const pool = yield* given({ maxConnections: 40 })
        yield* Effect.gen(function* () {
          const { id } = yield* givenOrganization({ webhook: {} })
          const { received } = yield* Receivers
          const deliver = Effect.fnUntraced(function* (phone: string, count: number) {
            yield* createContact(id, phone, { name: "Ada" })
            const arrived = Effect.filterOrFail(received, (all) => all.length >= count)
            yield* Effect.timeout(Effect.retry(arrived, Schedule.spaced("50 millis")), "20 seconds")
          })
          yield* deliver("+49 151 12345678", 1)
          const lost = yield* pool.use((connection) =>
            connection.queryValues(`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and application_name = 'effect-parley'`)
          )
          assert.isAtLeast(lost.length, fewestConnections)
          yield* Effect.sleep("200 millis")
          yield* deliver("+49 151 12345679", 2)
        }).pipe(Effect.provide(serviceOn(pool, 20)))
      }).pipe(Effect.scoped),
    180_000
  )

  it.live("is refused with the missing capacity", () =>
    Effect.gen(function* () {
      const small = yield* given({ maxConnections: defaultConnections })
      assert.include(
        yield* failureOn(small),
        "it has 25 connections (maxConnections), and the service takes up to 25, of which it holds 12 for as long as it runs. Give the pool at least 26, or set connections to a number from 12 to 24"
      )
      const unnamed = yield* PgPool.make({ ...small.config, maxConnections: undefined })
      assert.include(yield* failureOn(unnamed), "it has 10 connections")
      const multiplexed = yield* PgPool.make({ ...small.config, maxConnections: 30, multiplex: true })
      assert.include(yield* failureOn(multiplexed), "Make it without multiplex")
      const plain = yield* PgPool.make({ ...small.config, maxConnections: 30, types: undefined })
      assert.include(yield* failureOn(plain), "PgTypes.makeRegistry()")
      yield* Effect.scoped(Layer.build(Postgres.layer({ pool: plain, secretsKey, rowSecurity: "off" })))
    }).pipe(Effect.scoped)
  )
})
