import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { maxPerTenant } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import type { EventId } from "../../../../src/domain/Ids.ts"
import { DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { seeds } from "./dice.ts"
import { delivered, quick, record, scene, startWorker } from "./scene.ts"
import { unruly } from "./unruly.ts"
import { cases } from "../../../support/effort.ts"

describe("lagging organizations", () => {
  it.effect("are read separately, and delay others of the shard by one query at most", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const large = yield* givenOrganization({ webhook: { url: "https://large.example.com" } })
      const small = yield* givenOrganization({
        shard: shardOf(large.id),
        webhook: { url: "https://small.example.com" }
      })
      const real = yield* DeliveryQueue
      const isAnswered = yield* Latch.make()
      const queue = DeliveryQueue.of({
        ...real,
        read: (scope, ...args) =>
          Effect.tap(real.read(scope, ...args), () => (scope._tag === "Shard" ? Effect.void : isAnswered.await))
      })
      const backlog = [...(yield* record(large.id, 3 * maxPerTenant))]
      yield* startWorker(Layer.merge(layer, Layer.succeed(DeliveryQueue, queue)), [shardOf(large.id)])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)], backlog.slice(0, maxPerTenant))

      // The answer under way contains neither of them.
      const few = [...(yield* record(small.id, 3))]
      backlog.push(...(yield* record(large.id, 3)))
      yield* TestClock.adjust("100 millis")
      yield* isAnswered.open
      yield* TestClock.adjust("50 millis")
      assert.includeMembers([...delivered(calls)], few)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...backlog, ...few].sort())
    }).pipe(Effect.provide(Memory.layer()))
  )
})

describe("organizations that catch up", () => {
  it.effect.each(seeds(cases(3, 6)))("receive everything once if more events arrive during the catch-up (%d)", (seed) =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => ({ millis: 3, status: 204 }))
      const { id } = yield* givenOrganization({ webhook: { url: "https://1.example.com" } })
      const others = yield* Effect.forEach([2, 3, 4], (place) =>
        givenOrganization({ shard: shardOf(id), webhook: { url: `https://${place}.example.com` } })
      )
      const organizationIds = [id, ...others.map((other) => other.id)]
      const recorded: Array<EventId> = []
      const recordEach = (count: number) =>
        Effect.forEach(organizationIds, (organizationId) =>
          Effect.map(record(organizationId, count), (ids) => void recorded.push(...ids))
        )
      yield* recordEach(2 * maxPerTenant)
      yield* startWorker(unruly({ seed, latencyMillis: 60 }, layer).layer, [shardOf(id)])
      for (let moment = 0; moment < 100; moment++) {
        yield* recordEach(1)
        yield* TestClock.adjust("20 millis")
      }
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), recorded.toSorted())
    }).pipe(Effect.provide(Memory.layer()), Random.withSeed(seed))
  )
})
