import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { checkKeys, missingKeys } from "../../../src/adapters/postgres/secrets/PgSealedSecrets.ts"
import * as Sealer from "../../../src/adapters/postgres/secrets/Sealer.ts"
import { Readiness } from "../../../src/ports/process/WorkerHealth.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { testSealer } from "../../support/database/testSealer.ts"

/** A sealer that holds another key than the stores of the test seal with. */
const otherKey = Sealer.layer([Redacted.make(new Uint8Array(Sealer.keyLength).fill(9))])

const many = 10_000

describe("the keys that stored secrets need", () => {
  it.effect("are missing if the sealer does not have them, and a start names them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(missingKeys, otherKey), [])
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* givenAccount(id)
      yield* givenAccount(id, { channel: "messenger", token: null })
      const [own = ""] = (yield* Effect.provide(Sealer.Sealer, testSealer)).keyIds

      assert.deepStrictEqual(yield* Effect.provide(missingKeys, testSealer), [])
      assert.deepStrictEqual(yield* Effect.provide(missingKeys, otherKey), [own])
      const error = yield* Effect.flip(Effect.provide(checkKeys([]), otherKey))
      assert.include(error.message, `(ids: ${own})`)
      assert.include(error.message, "SECRETS_KEY=<present>,<missing>")
      yield* Effect.provide(checkKeys([own]), otherKey)
      yield* Effect.provide(checkKeys([]), testSealer)
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("are reported by readiness, which ignores values that are not sealed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { missingKeys: ofReadiness, obstacle } = yield* Readiness
      const { id } = yield* givenOrganization({ webhook: {} })
      const { id: other } = yield* givenOrganization({ webhook: {} })
      yield* sql`update webhooks set sealed_secret = 'plain text' where organization_id = ${id}::uuid`
      assert.deepStrictEqual(yield* ofReadiness, [])
      yield* sql`update webhooks set sealed_secret = 'v1.0badcafe.AAAA' where organization_id = ${other}::uuid`
      assert.deepStrictEqual(yield* ofReadiness, ["0badcafe"])
      assert.isNull(yield* obstacle)
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect(
    `are found among ${many} webhooks without reading them all`,
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* givenOrganization({ webhook: {} })
        yield* sql.withTransaction(
          Effect.andThen(
            sql`set local statement_timeout = 0`,
            sql`
          with made as (
            insert into organizations select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
            from organizations o, generate_series(1, ${many}::int) where o.id = ${id}::uuid returning id
          )
          insert into webhooks select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid(),
            'organization_id', made.id))).* from made, webhooks w where w.organization_id = ${id}::uuid`
          )
        )
        yield* sql`analyze webhooks`
        const rowsRead = yield* sql.withTransaction(
          Effect.gen(function* () {
            assert.lengthOf(yield* Effect.provide(missingKeys, otherKey), 1)
            return yield* sql<{ readonly read: number }>`
              select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
              where relname = 'webhooks'`
          })
        )
        assert.isAtMost(rowsRead[0]?.read ?? many, 10)
      }).pipe(Effect.provide(serverStores), Effect.scoped),
    120_000
  )
})
