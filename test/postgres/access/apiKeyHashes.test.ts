import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as ApiKeyToken from "../../../src/adapters/identity/ApiKeyToken.ts"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import * as Sealer from "../../../src/adapters/postgres/secrets/Sealer.ts"
import { actingStores } from "../../../src/adapters/postgres/rowsecurity/actingStores.ts"
import * as PgApiKeys from "../../../src/adapters/postgres/access/PgApiKeys.ts"
import { CurrentActing } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { withJumps } from "../../support/processes/jumpingClock.ts"
import { serverStores, storesOn } from "../../support/database/postgresStores.ts"
import { serverDatabase } from "../../support/database/serverDatabase.ts"

/** How long a key may be remembered. */
const remembered = "4 seconds"

const isTaken = Effect.fnUntraced(function* (key: Redacted.Redacted) {
  return Option.isSome(yield* (yield* ApiKeys).authenticate(Redacted.value(key)))
})

describe("the stored form of an API key", () => {
  it.effect("is not a plain hash of the key, in any column", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* givenOrganization()
      const { key } = yield* (yield* ApiKeys).create(id, "key")
      const [{ row } = { row: "" }] = yield* sql<{
        readonly row: string
      }>`select row_to_json(k)::text as row from api_keys k`
      assert.include(row, '"name":"key"')
      assert.notInclude(row, ApiKeyToken.hash(Redacted.value(key)))
      assert.notInclude(row, Redacted.value(key))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("is valid in its own row only: neither for another organization nor in another key's row", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { create } = yield* ApiKeys
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const mine = yield* create(acme, "mine")
      const theirs = yield* create(globex, "theirs")
      assert.isTrue(yield* isTaken(mine.key))

      yield* sql`update api_keys set organization_id = ${globex}::uuid where id = ${mine.id}::uuid`
      yield* TestClock.adjust(remembered)
      assert.isFalse(yield* isTaken(mine.key))

      yield* sql`delete from api_keys where id = ${mine.id}::uuid returning id`
      yield* sql`
        update api_keys set hash = decode(${"00".repeat(32)}, 'hex'), proof = decode('00', 'hex')
        where id = ${theirs.id}::uuid`
      yield* TestClock.adjust(remembered)
      assert.isFalse(yield* isTaken(theirs.key))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("is read again after the clock is set back", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* givenOrganization()
        const { key } = yield* (yield* ApiKeys).create(id, "key")
        assert.isTrue(yield* isTaken(key))
        yield* sql`delete from api_keys where organization_id = ${id}::uuid`
        yield* jump("-1 hour")
        yield* TestClock.adjust(remembered)
        assert.isFalse(yield* isTaken(key))
      })
    ).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("depends on a sealed key, which opens in its own row only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { create } = yield* ApiKeys
      const { id } = yield* givenOrganization()
      const old = yield* create(id, "old")
      yield* sql`update hash_keys set number = 7`
      yield* TestClock.adjust(remembered)
      assert.isFalse(yield* isTaken(old.key))

      // New keys get a hash key of their own, and the old ones are good again with theirs.
      const fresh = yield* create(id, "fresh")
      assert.isTrue(yield* isTaken(fresh.key))
      yield* sql`update hash_keys set number = 1 where number = 7`
      yield* TestClock.adjust(remembered)
      assert.isTrue(yield* isTaken(old.key))
      assert.isTrue(yield* isTaken(fresh.key))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("is valid in every process that holds the key, and in no process without it", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const database = Database.server(Redacted.make(url))
      const { id, key } = yield* Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        return { id, key: (yield* (yield* ApiKeys).create(id, "key")).key }
      }).pipe(Effect.provide(Layer.fresh(storesOn(database))))
      const withOther = actingStores(PgApiKeys.layer).pipe(
        Layer.provide([RandomIds.layer, Sealer.layer([Redacted.make(new Uint8Array(Sealer.keyLength).fill(9))])]),
        Layer.provide(Layer.fresh(database))
      )
      assert.isTrue(yield* Effect.provide(isTaken(key), Layer.fresh(storesOn(database))))
      yield* Effect.gen(function* () {
        assert.isFalse(yield* isTaken(key))
        assert.isTrue(yield* isTaken((yield* (yield* ApiKeys).create(id, "after the loss")).key))
      }).pipe(Effect.provide(withOther), Effect.provideService(CurrentActing, "owner"))
    }).pipe(Effect.scoped)
  )
})

describe("the last use of an API key", () => {
  it.effect("is written once a minute, however often it is used and by however many processes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { create, list } = yield* ApiKeys
      const { id } = yield* givenOrganization()
      const { key } = yield* create(id, "key")
      const versions = Effect.map(
        sql<{ readonly updates: string }>`select xmin::text as updates from api_keys`,
        ([row]) => row?.updates
      )
      const [first] = [yield* versions]
      yield* Effect.replicateEffect(isTaken(key), 50)
      assert.strictEqual(yield* versions, first)
      yield* TestClock.adjust("30 seconds")
      yield* isTaken(key)
      const at = yield* DateTime.now
      yield* TestClock.adjust("30 seconds")
      yield* Effect.repeat(list(id), {
        until: ([listed]) => listed?.lastUsedAt?.epochMilliseconds === at.epochMilliseconds
      })
      const written = yield* versions
      assert.notStrictEqual(written, first)

      // Another process wrote the same minute.
      yield* isTaken(key)
      yield* sql`update api_keys set last_used_at = ${DateTime.formatIso(yield* DateTime.now)}::timestamptz`
      const theirs = yield* versions
      yield* TestClock.adjust("1 minute")
      yield* Effect.replicateEffect(list(id), 20)
      assert.strictEqual(yield* versions, theirs)
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )
})
