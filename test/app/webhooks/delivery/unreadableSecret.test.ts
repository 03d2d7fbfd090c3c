import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { spoilSecret } from "../../../../src/adapters/memory/webhooks/MemoryWebhookStore.ts"
import { DeliveryShard } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { givenOrganization, givenWebhook } from "../../../../testing/given/given.ts"
import { counted, delivered, quick, record, scene, startWorker } from "./scene.ts"

const shard = DeliveryShard.make(5)

describe("a subscription with an unreadable secret", () => {
  it.effect("receives nothing and loses no delivery, and the others of its shard receive theirs", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const bad = (yield* givenOrganization({ webhook: {}, shard })).id
      const good = (yield* givenOrganization({ webhook: {}, shard })).id
      const early = yield* record(bad, 20)
      yield* spoilSecret(bad)
      const { counts, layer: queue } = yield* counted
      yield* startWorker(Layer.merge(layer, queue), [shard])
      const late = yield* record(bad, 20)
      const served = yield* record(good, 40)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...served].sort())
      // It is not looked at over and over.
      assert.isAtMost(counts.due, 70)

      yield* givenWebhook(bad)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...served, ...early, ...late].sort())
    }).pipe(Effect.provide(Memory.layer()))
  )
})
