import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { withJumps } from "../../../support/processes/jumpingClock.ts"
import { counted, delivered, firstWait, quick, record, type Receiver, scene, startWorker } from "./scene.ts"

/** The first attempt of each delivery fails while the receiver is down. */
const given = Effect.gen(function* () {
  const receiver = { isDown: false }
  const behave: Receiver = (_, before) => (receiver.isDown && before === 0 ? { millis: 20, status: 500 } : quick)
  const { calls, layer } = yield* scene(behave)
  const { id } = yield* givenOrganization({ webhook: {} })
  const { counts, layer: queue } = yield* counted
  yield* startWorker(Layer.merge(queue, layer), [shardOf(id)])
  yield* TestClock.adjust("1 second")
  return { calls, counts, id, receiver }
})

describe("deliveries while the clock jumps", () => {
  it.effect("continue within seconds after the clock was set back, and so do polls, retries and checkpoints", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { calls, counts, id, receiver } = yield* given
        const before = yield* record(id, 5, ConversationId.make(yield* uuid))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(delivered(calls), before)
        yield* jump("-1 hour")
        yield* TestClock.adjust("3 seconds")
        const polled = { ...counts }
        yield* TestClock.adjust("10 seconds")
        assert.isAtLeast(counts.read - polled.read, 4)
        assert.isAtLeast(counts.deferredOrganizations - polled.deferredOrganizations, 4)
        const saved = counts.saveCheckpoint
        receiver.isDown = true
        const after = yield* record(id, 3, ConversationId.make(yield* uuid))
        // Each of the three fails once, when the one before it has been delivered.
        yield* TestClock.adjust(3 * firstWait + 12_000)
        assert.deepStrictEqual(delivered(calls), [...before, ...after])
        assert.isAbove(counts.saveCheckpoint, saved)
      })
    ).pipe(Effect.provide(Memory.layer()), Random.withSeed(1))
  )

  it.effect("are sent once after the clock was set forward, and a pending retry is sent at once", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { calls, id, receiver } = yield* given
        receiver.isDown = true
        const waiting = yield* record(id, 1)
        yield* TestClock.adjust("1 second")
        receiver.isDown = false
        assert.deepStrictEqual(delivered(calls), [])
        yield* jump("1 hour")
        yield* TestClock.adjust("3 seconds")
        const after = yield* record(id, 5)
        yield* TestClock.adjust("3 seconds")
        assert.deepStrictEqual(delivered(calls), [...waiting, ...after])
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(calls.length, 7)
      })
    ).pipe(Effect.provide(Memory.layer()), Random.withSeed(2))
  )
})
