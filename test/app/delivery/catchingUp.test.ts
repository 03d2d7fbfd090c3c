import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { maxPerLane } from "../../../src/app/delivery/Lane.ts"
import { shardOf } from "../../../src/domain/DeliveryShard.ts"
import type { EventId } from "../../../src/domain/Ids.ts"
import { givenOrganization } from "../../support/given.ts"
import { seeds } from "./dice.ts"
import { delivered, record, scene, startWorker } from "./scene.ts"
import { unruly } from "./unruly.ts"

describe("organizations that catch up", () => {
  it.effect.each(seeds(6))("while more comes in are sent everything, and nothing twice (%d)", (seed) =>
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
      yield* recordEach(2 * maxPerLane)
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
