import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Logger, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { registerWebhook } from "../../../src/app/webhooks/webhooks.ts"
import { DeliveryShard } from "../../../src/domain/webhooks/DeliveryShard.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { DeliveryQueue } from "../../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookSender, WebhookStore } from "../../../src/ports/webhooks/WebhookStore.ts"
import { givenAccount, givenOrganization, givenSender } from "../../../testing/given/given.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const shard = DeliveryShard.make(3)

/** Sealed with a key that the test's sealer does not hold. */
const ofOtherKey = `v1.00000000.${"A".repeat(60)}`

const noSender = Layer.succeed(
  WebhookSender,
  WebhookSender.of({ checkAddress: () => Effect.void, send: () => Effect.die("nothing is sent") })
)

/** What is wrong with the row of an organization's webhook. */
const faults = [
  ["was sealed with a missing key", { column: "sealed_secret", value: ofOtherKey }],
  ["is not sealed at all", { column: "sealed_secret", value: "plain" }],
  ["has a status of a later version", { column: "status", value: "paused" }]
] as const

const spoil = Effect.fnUntraced(function* (id: OrganizationId, column: string, value: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update webhooks set ${sql(column)} = ${value} where organization_id = ${id}::uuid`
})

/** Two organizations of one shard, each with an event to be delivered. */
const twoOfOneShard = Effect.gen(function* () {
  const bad = yield* givenSender({ webhook: {}, shard })
  const good = yield* givenSender({ webhook: {}, shard })
  yield* sendOff(bad.id, yield* bad.intent())
  yield* sendOff(good.id, yield* good.intent())
  return { bad, good }
})

describe("a webhook whose row cannot be decrypted", () => {
  it.effect.each(faults)("does not affect the others of its shard: it %s", ([, { column, value }]) =>
    Effect.gen(function* () {
      const { bad, good } = yield* twoOfOneShard
      yield* spoil(bad.id, column, value)
      const queue = yield* DeliveryQueue
      const place = yield* queue.open(shard, yield* DateTime.now)
      const slice = yield* queue.read({ _tag: "Shard", shard, except: [] }, place, 100)

      assert.deepStrictEqual(
        new Set(slice.deliveries.map(({ delivery }) => delivery.organizationId)),
        new Set([bad.id, good.id])
      )
      const states = Object.fromEntries(slice.subscriptions.map((one) => [one.organizationId, one.status]))
      assert.deepStrictEqual(states, { [bad.id]: "secret_unreadable", [good.id]: "active" })
      const again = yield* queue.subscriptions([bad.id, good.id])
      assert.deepStrictEqual(Object.fromEntries(again.map((one) => [one.organizationId, one.status])), states)
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )

  it.effect(
    "is shown as unreadable, works with its old secret once the key is back, and with a new one if registered",
    () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization({ webhook: {} })
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* WebhookStore
        const before = Option.getOrThrow(yield* find(id))
        const [{ sealed } = { sealed: "" }] = yield* sql<{ readonly sealed: string }>`
        select sealed_secret as sealed from webhooks where organization_id = ${id}::uuid`

        yield* spoil(id, "sealed_secret", ofOtherKey)
        const spoiled = Option.getOrThrow(yield* find(id))
        assert.deepStrictEqual(spoiled, { ...before, status: "secret_unreadable", secret: null })

        yield* spoil(id, "sealed_secret", sealed)
        assert.deepStrictEqual(Option.getOrThrow(yield* find(id)), before)

        yield* spoil(id, "sealed_secret", ofOtherKey)
        yield* registerWebhook(id, { url: before.url, events: ["message.sent"], signingSecret: null })
        const mended = Option.getOrThrow(yield* find(id))
        assert.strictEqual(mended.status, "active")
        assert.strictEqual(mended.id, before.id)
        assert.match(mended.secret?.value ?? "", /^whsec_/)
        assert.notStrictEqual(mended.secret?.value, before.secret?.value)
      }).pipe(Effect.provide(noSender), Effect.provide(serverStores), Effect.scoped)
  )

  it.effect("is logged once in an hour, however often it is read", () => {
    const lines: Array<string> = []
    const logged = Logger.layer([Logger.make(({ message }) => lines.push(JSON.stringify(message)))])
    return Effect.gen(function* () {
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* spoil(id, "sealed_secret", ofOtherKey)
      const { find } = yield* WebhookStore
      const { subscriptions } = yield* DeliveryQueue
      const read = Effect.andThen(find(id), subscriptions([id]))
      yield* Effect.replicateEffect(read, 20)
      const own = () => lines.filter((line) => line.includes(id) && line.includes("cannot be opened"))
      assert.lengthOf(own(), 1)
      assert.include(own()[0], '"keyId":"00000000"')
      yield* TestClock.adjust("1 hour")
      yield* read
      assert.lengthOf(own(), 2)
    }).pipe(Effect.provide(serverStores), Effect.provide(logged), Effect.scoped)
  })
})

describe("an account whose token cannot be decrypted", () => {
  it.effect("is listed first as unreadable, whatever the cause, and others still work", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* ChannelAccounts
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const fine = yield* givenAccount(acme)
      const lost = yield* givenAccount(globex)
      const moved = yield* givenAccount(globex, { channel: "messenger" })
      yield* sql`update channel_accounts set sealed_token = ${ofOtherKey} where id = ${lost.id}::uuid`
      yield* sql`
        update channel_accounts set sealed_token = (select sealed_token from channel_accounts where id = ${fine.id}::uuid)
        where id = ${moved.id}::uuid`

      const listed = yield* accounts.list
      assert.deepStrictEqual(listed.map(({ account, tokenState }) => [account.id, tokenState]).slice(0, 3), [
        [lost.id, "unreadable"],
        [moved.id, "unreadable"],
        [fine.id, "ok"]
      ])
      const unusable = yield* Effect.flip(accounts.connected(globex, "whatsapp"))
      assert.strictEqual(unusable._tag, "ChannelTokenUnreadable")
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(accounts.connected(acme, "whatsapp"))))
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )
})
