import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { maxPerTenant } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { DeliveryQueue, OutboxCursor } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { type Call, counted, delivered, quick, record, scene, startWorker, stored } from "./scene.ts"

const of = (calls: ReadonlyArray<Call>, id: string) => calls.filter(({ delivery }) => delivery.organizationId === id)

describe("a backlog that exceeds the memory", () => {
  it.effect("is read to the end without a further event if the receiver is fast, and nothing is deferred", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const large = yield* givenOrganization({ webhook: { url: "https://large.example.com" } })
      const small = yield* givenOrganization({ webhook: { url: "https://small.example.com" } })
      const conversation = ConversationId.make(yield* uuid)
      const backlog = [...(yield* record(large.id, 40, conversation)), ...(yield* record(large.id, 6 * maxPerTenant))]
      const few = yield* record(small.id, 5)
      yield* startWorker(layer)
      yield* TestClock.adjust("100 millis")
      assert.sameMembers([...delivered(of(calls, small.id))], few)
      yield* TestClock.adjust("1 minute")
      const late = [...(yield* record(large.id, 3, conversation)), ...(yield* record(large.id, 3))]
      yield* TestClock.adjust("10 seconds")
      const received = delivered(of(calls, large.id))
      assert.deepStrictEqual([...received].sort(), [...backlog, ...late].sort())
      assert.deepStrictEqual(
        of(calls, large.id).filter(({ delivery }) => delivery.failures > 0 || delivery.isDeferred),
        []
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is deferred if the receiver is slow, and delays neither the outbox nor its checkpoint", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => ({ millis: 10_000, status: 200 }))
      const { id } = yield* givenOrganization({ webhook: {} })
      const conversation = ConversationId.make(yield* uuid)
      yield* startWorker(layer, [shardOf(id)])
      yield* record(id, 1)
      yield* TestClock.adjust("30 seconds")
      const ordered = yield* record(id, 30, conversation)
      yield* record(id, 400)
      yield* TestClock.adjust("5 minutes")
      const { checkpoints, deferred } = yield* stored
      assert.isAtLeast(HashMap.size(deferred), 350)
      assert.deepStrictEqual([...HashMap.values(checkpoints)].map(Number), [431])
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(calls.length, 431)
      assert.deepStrictEqual(
        delivered(calls).filter((event) => ordered.includes(event)),
        ordered
      )
      assert.strictEqual(HashMap.size((yield* stored).deferred), 0)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is read from the retry queue as soon as there is room, with few queries", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const all = yield* record(id, 700)
      const real = yield* DeliveryQueue
      const { deliveries } = yield* real.read({ _tag: "Organization", organizationId: id }, OutboxCursor.make("0"), 700)
      yield* real.defer(
        deliveries.map(({ delivery }) => delivery),
        yield* DateTime.now
      )
      const queue = yield* counted
      yield* startWorker(Layer.merge(layer, queue.layer), [shardOf(id)])
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...all].sort())
      assert.isAtMost(queue.counts.due, 20)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is resumed by the next owner of the shard, at any position of the previous owner", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => ({ millis: 1_000, status: 200 }))
      const { id } = yield* givenOrganization({ webhook: {} })
      const all = yield* record(id, 700)
      for (let owner = 0; owner < 10; owner++) {
        const { stop } = yield* startWorker(layer, [shardOf(id)])
        // The first one ends all that it read at once, and not what it had no room for.
        yield* TestClock.adjust(owner === 0 ? "30 seconds" : "8 seconds")
        yield* Effect.forkScoped(stop)
        yield* TestClock.adjust("2 seconds")
      }
      assert.deepStrictEqual([...delivered(calls)].sort(), [...all].sort())
    }).pipe(Effect.provide(Memory.layer()))
  )
})

describe("a shard", () => {
  it.effect("sends one query a second while it is idle", () =>
    Effect.gen(function* () {
      const { layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const queue = yield* counted
      yield* startWorker(Layer.merge(layer, queue.layer), [shardOf(id)])
      yield* TestClock.adjust("1 minute")
      const before = { ...queue.counts }
      yield* TestClock.adjust("10 minutes")
      const spent = Object.entries(queue.counts).map(([name, count]) => [name, count - Reflect.get(before, name)])
      assert.deepStrictEqual(Object.fromEntries(spent), {
        read: 300,
        readForEndpoints: 0,
        deferForEndpoints: 0,
        deferredOrganizations: 300,
        due: 0,
        subscriptions: 0,
        defer: 0,
        saveCheckpoint: 0
      })
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("saves its checkpoint soon after a delivery", () =>
    Effect.gen(function* () {
      const { layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* startWorker(layer, [shardOf(id)])
      yield* TestClock.adjust("10 seconds")
      yield* record(id, 10)
      yield* TestClock.adjust("10 seconds")
      const { checkpoints } = yield* stored
      assert.deepStrictEqual([...HashMap.values(checkpoints)].map(Number), [10])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
