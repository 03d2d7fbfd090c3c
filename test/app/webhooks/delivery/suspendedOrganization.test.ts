import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { DeliveryShard } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, type EventId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { Organizations } from "../../../../src/ports/access/Organizations.ts"
import { givenOrganization, givenWebhook, uuid } from "../../../../testing/given/given.ts"
import { serverStores } from "../../../support/database/postgresStores.ts"
import { type Call, counted, delivered, makeReceivers, quick, record, scene, startWorker, stored } from "./scene.ts"

const shard = DeliveryShard.make(5)

const suspend = Effect.fnUntraced(function* (id: OrganizationId) {
  yield* (yield* Organizations).suspend(id, yield* DateTime.now, null)
})

const resume = Effect.fnUntraced(function* (id: OrganizationId) {
  yield* (yield* Organizations).resume(id)
})

/** An organization with a webhook and a conversation. */
const givenTenant = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: {}, shard })
  return { id, conversation: ConversationId.make(yield* uuid) }
})

const of = (calls: ReadonlyArray<Call>, events: ReadonlyArray<EventId>) => {
  const known = new Set(events)
  return delivered(calls).filter((id) => known.has(id))
}

describe("deliveries of a suspended organization", () => {
  it.effect("are delayed, unlike those of another organization, and arrive once and in order after it is resumed", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => ({ millis: 500, status: 204 }))
      const { conversation, id } = yield* givenTenant
      const other = yield* givenTenant
      const first = yield* startWorker(layer, [shard])
      const early = yield* record(id, 20, conversation)
      const loose = yield* record(id, 230)
      yield* TestClock.adjust("2 seconds")
      yield* suspend(id)
      // Subscriptions in memory are a second old at most, and a call takes half a second.
      yield* TestClock.adjust("2 seconds")
      const before = of(calls, [...early, ...loose])
      assert.isBelow(before.length, 250)

      const { counts, layer: queue } = yield* counted
      yield* first.stop
      const second = yield* startWorker(Layer.merge(layer, queue), [shard])
      const late = yield* record(id, 20, conversation)
      const others = yield* record(other.id, 20, other.conversation)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(of(calls, others), others)
      assert.deepStrictEqual(of(calls, [...early, ...loose, ...late]), before)
      assert.isAtMost(counts.due, 60)
      yield* second.stop

      yield* startWorker(layer, [shard])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(of(calls, [...early, ...loose, ...late]), before)
      assert.isTrue(HashMap.every((yield* stored).deferred, ({ failures }) => failures === 0))
      yield* resume(id)
      const last = yield* record(id, 5, conversation)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(of(calls, [...early, ...late, ...last]), [...early, ...late, ...last])
      assert.deepStrictEqual([...of(calls, loose)].sort(), [...loose].sort())
      assert.strictEqual(new Set(delivered(calls)).size, delivered(calls).length)
      assert.strictEqual(calls.length, delivered(calls).length)
      assert.strictEqual(HashMap.size((yield* stored).deferred), 0)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("retain their failures, and the webhook remains active during a suspension of any length", () =>
    Effect.gen(function* () {
      let isDown = true
      const { calls, layer } = yield* scene(() => (isDown ? { millis: 20, status: 500 } : quick))
      const { conversation, id } = yield* givenTenant
      const first = yield* startWorker(layer, [shard])
      const events = yield* record(id, 3, conversation)
      yield* TestClock.adjust("1 minute")
      const before = calls.length
      assert.isAbove(before, 0)
      yield* suspend(id)
      yield* first.stop
      yield* TestClock.adjust("10 days")
      yield* startWorker(layer, [shard])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls.length, before)

      yield* resume(id)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(calls.length, before + 1)
      const { webhooks } = yield* stored
      assert.strictEqual(webhooks.find(({ organizationId }) => organizationId === id)?.status, "active")
      isDown = false
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(delivered(calls), events)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("are delayed for a webhook that is registered during the suspension", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ shard })
      yield* suspend(id)
      yield* startWorker(layer, [shard])
      yield* givenWebhook(id)
      const events = yield* record(id, 3)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(calls, 0)
      yield* resume(id)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...events].sort())
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.live(
    "are stored in Postgres over a restart, and arrive once and in order after the organization is resumed",
    () =>
      Effect.gen(function* () {
        const { calls, layer } = makeReceivers(() => ({ millis: 5, status: 204 }))
        const { conversation, id } = yield* givenTenant
        const other = yield* givenTenant
        const until = (isEnough: () => boolean) =>
          Effect.repeat(Effect.andThen(Effect.sleep("20 millis"), Effect.sync(isEnough)), { until: (is) => is })
        const first = yield* startWorker(layer, [shard])
        const early = yield* record(id, 10, conversation)
        yield* until(() => of(calls, early).length === early.length)
        yield* first.stop
        yield* suspend(id)

        const waiting: Array<EventId> = []
        for (const life of [1, 2]) {
          const worker = yield* startWorker(layer, [shard])
          waiting.push(...(yield* record(id, 10, conversation)))
          const others = yield* record(other.id, 10, other.conversation)
          yield* until(() => of(calls, others).length === others.length)
          assert.deepStrictEqual(of(calls, others), others, `life ${life}`)
          assert.deepStrictEqual(of(calls, waiting), [], `life ${life}`)
          yield* worker.stop
        }

        const worker = yield* startWorker(layer, [shard])
        yield* resume(id)
        const last = yield* record(id, 10, conversation)
        const all = [...early, ...waiting, ...last]
        yield* until(() => of(calls, all).length >= all.length)
        yield* worker.stop
        assert.deepStrictEqual(of(calls, all), all)
      }).pipe(Effect.scoped, Effect.provide(serverStores)),
    120_000
  )
})
