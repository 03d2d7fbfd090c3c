import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { counted, quick, record, scene, startWorker } from "./scene.ts"

/** A worker that has had nothing to do for so long that it would ask for everything anew. */
const idle = Effect.gen(function* () {
  const { calls, layer } = yield* scene(() => quick)
  const { id } = yield* givenOrganization({ webhook: {} })
  const { counts, layer: queue } = yield* counted
  yield* startWorker(Layer.merge(layer, queue), [shardOf(id)])
  yield* TestClock.adjust("5500 millis")
  const before = { ...counts }
  /** What was asked of the store since. */
  const asked = () => ({
    read: counts.read - before.read,
    deferredOrganizations: counts.deferredOrganizations - before.deferredOrganizations,
    subscriptions: counts.subscriptions - before.subscriptions
  })
  return { asked, calls, id }
})

describe("an event of an idle shard", () => {
  it.effect("is sent before any other query runs", () =>
    Effect.gen(function* () {
      const { asked, calls, id } = yield* idle
      yield* record(id, 1)
      yield* TestClock.adjust("0 millis")
      assert.deepStrictEqual([calls.length, asked()], [1, { read: 1, deferredOrganizations: 0, subscriptions: 0 }])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(asked(), { read: 1, deferredOrganizations: 0, subscriptions: 0 })
      yield* TestClock.adjust("1 milli")
      // Its subscription came with it.
      assert.deepStrictEqual(asked(), { read: 1, deferredOrganizations: 1, subscriptions: 0 })
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("does not delay an event that follows immediately", () =>
    Effect.gen(function* () {
      const { calls, id } = yield* idle
      const other = yield* givenOrganization({ shard: shardOf(id), webhook: { url: "https://other.example.com" } })
      yield* record(id, 1)
      yield* TestClock.adjust("1 milli")
      yield* record(other.id, 1)
      yield* TestClock.adjust("0 millis")
      assert.deepStrictEqual(
        calls.map(({ at }) => at),
        [5_500, 5_501]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )
})
