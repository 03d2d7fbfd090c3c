import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Latch, Layer, Option, Redacted, Ref } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { checkKeys, missingKeys } from "../../../src/adapters/postgres/secrets/PgSealedSecrets.ts"
import * as PgSealedSecrets from "../../../src/adapters/postgres/secrets/PgSealedSecrets.ts"
import * as Sealer from "../../../src/adapters/postgres/secrets/Sealer.ts"
import { sealedTables } from "../../../src/adapters/postgres/secrets/sealedTables.ts"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as PgApiKeys from "../../../src/adapters/postgres/access/PgApiKeys.ts"
import * as PgChannelAccounts from "../../../src/adapters/postgres/access/PgChannelAccounts.ts"
import * as PgWebhookStore from "../../../src/adapters/postgres/webhooks/PgWebhookStore.ts"
import { rotateSecrets } from "../../../src/app/access/rotateSecrets.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { WebhookStore } from "../../../src/ports/webhooks/WebhookStore.ts"
import { givenAccount, givenOrganization, someWebhook } from "../../../testing/given/given.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { testSecretsKey } from "../../support/database/testSealer.ts"

const oldKey = Redacted.make(new Uint8Array(Buffer.from(testSecretsKey, "hex")))
const newKey = Redacted.make(new Uint8Array(Sealer.keyLength).fill(7))
const rotating = Sealer.layer([newKey, oldKey])
const late = Sealer.layer([oldKey, newKey])
const newOnly = Sealer.layer([newKey])

const rotate = rotateSecrets(() => Effect.void).pipe(
  Effect.provide(Layer.fresh(Layer.provide(PgSealedSecrets.layer, rotating)))
)

/** The stores of another process, with these keys. */
const storesWith = (sealer: typeof rotating) =>
  Layer.mergeAll(PgWebhookStore.layer, PgChannelAccounts.layer, PgApiKeys.layer).pipe(
    Layer.provide([sealer, RandomIds.layer]),
    Layer.fresh
  )

const chosen = (value: string) => ({ value, chosen: true })
const until = DateTime.makeUnsafe("2099-01-01T00:00:00.000Z")

/** An organization with every kind of secret. */
const givenSecrets = Effect.gen(function* () {
  const { id } = yield* givenOrganization({
    webhook: {
      secret: chosen("present secret"),
      previousSecrets: [
        { value: "previous secret", until },
        { value: "secret before", until: DateTime.subtract(until, { hours: 1 }) }
      ]
    }
  })
  const account = yield* givenAccount(id)
  const { key } = yield* (yield* ApiKeys).create(id, "key")
  return { id, account, key }
})

const assertReadable = Effect.fnUntraced(function* ({ account, id, key }: Effect.Success<typeof givenSecrets>) {
  const webhook = Option.getOrThrow(yield* (yield* WebhookStore).find(id))
  assert.strictEqual(webhook.secret?.value, "present secret")
  assert.deepStrictEqual(
    webhook.previousSecrets.map(({ value }) => value),
    ["previous secret", "secret before"]
  )
  const { token } = yield* (yield* ChannelAccounts).connected(id, "whatsapp")
  assert.strictEqual(Redacted.value(token), `token of ${account.id}`)
  assert.isTrue(Option.isSome(yield* (yield* ApiKeys).authenticate(Redacted.value(key))))
})

const resealedOf = ({ kinds }: Effect.Success<typeof rotate>) =>
  Object.fromEntries(kinds.map(({ kind, resealed }) => [kind, resealed]))

describe("a rotation of the key", () => {
  it.effect("seals every value again, and a process without the old key then starts and reads all of them", () =>
    Effect.gen(function* () {
      const all = yield* Effect.replicateEffect(givenSecrets, 5)
      const [newId] = (yield* Effect.provide(Sealer.Sealer, newOnly)).keyIds
      const [oldId] = (yield* Effect.provide(Sealer.Sealer, late)).keyIds
      assert.strictEqual((yield* Effect.flip(Effect.provide(checkKeys([]), newOnly)))._tag, "KeysMissing")

      const rotation = yield* rotate
      assert.deepStrictEqual(resealedOf(rotation), {
        "hash_keys.sealed_key": 1,
        "channel_accounts.sealed_token": 5,
        "webhooks.sealed_secret": 5
      })
      assert.isTrue(rotation.kinds.every(({ isComplete, unreadable }) => isComplete && unreadable === 0))
      assert.deepStrictEqual(
        { present: rotation.presentKey, removable: rotation.removableKeys, needed: rotation.neededKeys },
        { present: newId, removable: [oldId], needed: [] }
      )
      yield* Effect.provide(checkKeys([]), newOnly)
      yield* Effect.forEach(all, assertReadable).pipe(Effect.provide(storesWith(newOnly)))

      const again = yield* rotate
      assert.isTrue(Object.values(resealedOf(again)).every((count) => count === 0))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("leaves no value of the old key in any column, including previous secrets", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* givenSecrets
      const [oldId] = (yield* Effect.provide(Sealer.Sealer, late)).keyIds
      const found = Effect.map(
        sql<{ readonly table: string; readonly rows: string }>`
          select 'w' as table, (select string_agg(w::text, ' ') from webhooks w) as rows
          union all select 'a', (select string_agg(a::text, ' ') from channel_accounts a)
          union all select 'h', (select string_agg(h::text, ' ') from hash_keys h)`,
        (rows) => rows.map((row) => row.rows.split(`v1.${oldId}.`).length - 1)
      )
      assert.deepStrictEqual(yield* found, [3, 1, 1])
      yield* rotate
      assert.deepStrictEqual(yield* found, [0, 0, 0])
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("continues after an interruption, and is harmless if repeated", () =>
    Effect.gen(function* () {
      const all = yield* Effect.replicateEffect(givenSecrets, 3)
      const batch = Effect.gen(function* () {
        const tables = sealedTables(yield* SqlClient.SqlClient, yield* Sealer.Sealer)
        for (const table of tables) {
          const [row] = yield* table.read(null, (yield* Sealer.Sealer).keyIds[0], 1)
          if (row !== undefined) yield* table.reseal(row)
        }
      }).pipe(Effect.provide(rotating))
      yield* batch
      yield* Effect.forEach(all, assertReadable).pipe(Effect.provide(storesWith(rotating)))
      yield* Effect.forEach(all, assertReadable).pipe(Effect.provide(storesWith(late)))
      assert.deepStrictEqual(resealedOf(yield* rotate), {
        "hash_keys.sealed_key": 0,
        "channel_accounts.sealed_token": 2,
        "webhooks.sealed_secret": 2
      })
      yield* Effect.forEach(all, assertReadable).pipe(Effect.provide(storesWith(newOnly)))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("does not restore a value that was replaced after it was read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, id } = yield* givenSecrets
      const sealer = yield* Effect.provide(Sealer.Sealer, rotating)
      const read = yield* Effect.forEach(sealedTables(sql, sealer), (table) =>
        Effect.map(table.read(null, sealer.keyIds[0], 10), (rows) => ({ table, rows }))
      )
      yield* Effect.gen(function* () {
        const { find, save } = yield* WebhookStore
        yield* save({ ...Option.getOrThrow(yield* find(id)), secret: chosen("newer secret") })
        yield* (yield* ChannelAccounts).connect(id, account, Redacted.make("newer token"))
      }).pipe(Effect.provide(storesWith(late)))

      const outcomes = yield* Effect.forEach(read, ({ rows, table }) =>
        Effect.map(Effect.forEach(rows, table.reseal), (done) => [table.name, done.map(({ outcome }) => outcome)])
      )
      assert.deepStrictEqual(outcomes, [
        ["hash_keys.sealed_key", ["resealed"]],
        ["channel_accounts.sealed_token", ["overtaken"]],
        ["webhooks.sealed_secret", ["overtaken"]]
      ])
      yield* rotate
      yield* Effect.gen(function* () {
        assert.strictEqual(Option.getOrThrow(yield* (yield* WebhookStore).find(id)).secret?.value, "newer secret")
        const { token } = yield* (yield* ChannelAccounts).connected(id, "whatsapp")
        assert.strictEqual(Redacted.value(token), "newer token")
      }).pipe(Effect.provide(storesWith(newOnly)))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect(
    "loses no write of services that continue with either key first",
    () =>
      Effect.gen(function* () {
        const organizations = yield* Effect.replicateEffect(givenSecrets, 40)
        const isOver = yield* Ref.make(false)
        const started = yield* Latch.make()
        const written = new Map<OrganizationId, string>()
        /** Replaces the secrets of its own organizations, one after the other, until it is told to end. */
        const writer = (own: typeof organizations, sealer: typeof rotating) =>
          Effect.gen(function* () {
            const webhooks = yield* WebhookStore
            const accounts = yield* ChannelAccounts
            for (let round = 0; !(yield* Ref.get(isOver)) || round < 2; round++) {
              for (const { account, id } of own) {
                const text = `secret ${round} of ${id}`
                const webhook = yield* someWebhook(id, {
                  secret: chosen(text),
                  previousSecrets: [{ value: text, until }]
                })
                yield* webhooks.save(webhook)
                yield* accounts.connect(id, account, Redacted.make(text))
                written.set(id, text)
                yield* started.open
              }
            }
          }).pipe(Effect.provide(storesWith(sealer)))
        const writers = yield* Effect.forEach(
          [writer(organizations.slice(0, 15), rotating), writer(organizations.slice(15, 30), late)],
          (one) => Effect.forkChild(one)
        )
        yield* started.await
        yield* rotate
        yield* Ref.set(isOver, true)
        yield* Effect.forEach(writers, (fiber) => Fiber.join(fiber))
        const last = yield* rotate
        assert.isTrue(last.kinds.every(({ isComplete, unreadable }) => isComplete && unreadable === 0))

        yield* Effect.gen(function* () {
          yield* Effect.forEach(organizations.slice(30), assertReadable)
          for (const { id } of organizations.slice(0, 30)) {
            const webhook = Option.getOrThrow(yield* (yield* WebhookStore).find(id))
            const { token } = yield* (yield* ChannelAccounts).connected(id, "whatsapp")
            assert.strictEqual(webhook.secret?.value, written.get(id))
            assert.strictEqual(webhook.previousSecrets[0]?.value, written.get(id))
            assert.strictEqual(Redacted.value(token), written.get(id))
          }
        }).pipe(Effect.provide(storesWith(newOnly)))
      }).pipe(Effect.provide(serverStores), Effect.scoped),
    180_000
  )

  it.effect("leaves values that were changed or moved, counts them, and names their key", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: acme } = yield* givenSecrets
      const fine = yield* givenSecrets
      const { id: globex } = yield* givenSecrets
      const [oldId] = (yield* Effect.provide(Sealer.Sealer, late)).keyIds
      yield* sql`
        update webhooks set sealed_secret = (select sealed_secret from webhooks where organization_id = ${fine.id}::uuid)
        where organization_id = ${acme}::uuid`
      yield* sql`
        update webhooks set sealed_secret = sealed_previous_secrets -> 0 ->> 'sealed', sealed_previous_secrets = '[]'
        where organization_id = ${globex}::uuid`
      yield* sql`update channel_accounts set sealed_token = 'plain', channel = 'later' where organization_id = ${acme}::uuid`

      const { kinds, neededKeys, removableKeys } = yield* rotate
      assert.deepStrictEqual(
        kinds.map(({ kind, resealed, unreadable }) => [kind, resealed, unreadable]),
        [
          ["hash_keys.sealed_key", 1, 0],
          ["channel_accounts.sealed_token", 2, 1],
          ["webhooks.sealed_secret", 2, 2]
        ]
      )
      assert.deepStrictEqual({ neededKeys, removableKeys }, { neededKeys: [oldId], removableKeys: [] })
      yield* Effect.gen(function* () {
        yield* assertReadable(fine)
        for (const id of [acme, globex]) {
          const webhook = Option.getOrThrow(yield* (yield* WebhookStore).find(id))
          assert.strictEqual(webhook.status, "secret_unreadable")
        }
      }).pipe(Effect.provide(storesWith(newOnly)))
      assert.deepStrictEqual(yield* Effect.provide(missingKeys, newOnly), [oldId])
      yield* Effect.provide(checkKeys([oldId]), newOnly)
      yield* TestClock.adjust("1 second")
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )
})
