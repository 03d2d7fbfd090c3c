import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Latch, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as LocalShards from "../../src/adapters/shards/LocalShards.ts"
import { DeliveryShard, deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { owned, makeOwnership } from "./Ownership.ts"
import { runMember } from "./members.ts"

const all = deliveryShards.length

describe("shards of one process", () => {
  it.effect("are all owned from the start to the end, which waits for the work on them", () =>
    Effect.gen(function* () {
      const ownership = yield* makeOwnership
      const work = yield* Latch.make()
      const scope = yield* Scope.make()
      yield* runMember(ownership, "we", (shard) => (shard === 3 ? work.await : Effect.void)).pipe(Scope.provide(scope))
      yield* ownership.until((holdings) => owned(holdings) === all)
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* ownership.until(({ we }) => we?.size === 1)
      assert.deepStrictEqual((yield* ownership.holdings)["we"], new Set([DeliveryShard.make(3)]))
      assert.isUndefined(stopping.pollUnsafe())
      yield* work.open
      yield* ownership.until(({ we }) => we?.size === 0)
    }).pipe(Effect.provide(LocalShards.layer))
  )

  it.effect("are owned again after their owner failed or ended", () =>
    Effect.gen(function* () {
      const begun: Array<DeliveryShard> = []
      yield* Effect.flatMap(ShardAssignment, ({ run }) =>
        run((shard) =>
          Effect.suspend(() => {
            begun.push(shard)
            return shard === 0 ? Effect.die("on purpose") : shard === 1 ? Effect.void : Effect.never
          })
        )
      )
      yield* Effect.yieldNow
      assert.deepStrictEqual(begun, deliveryShards)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(begun.slice(all), [DeliveryShard.make(0), DeliveryShard.make(1)])
    }).pipe(Effect.provide(LocalShards.layer))
  )
})
