import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import { retryWaits } from "../../src/domain/retryWaits.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { delivered, quick, record, scene, startWorker, stored } from "../app/webhooks/delivery/scene.ts"
import { givenOrganization, uuid } from "../../testing/given/given.ts"

describe("the delivery worker", () => {
  it.effect("delivers an event as soon as it is recorded", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => ({ millis: 0, status: 200 }))
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* startWorker(layer)
      yield* TestClock.adjust("1500 millis")
      yield* record(id, 1)
      yield* TestClock.adjust("0 seconds")
      assert.deepStrictEqual(
        calls.map(({ at }) => at),
        [1_500]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("runs every shard with the limits of one process", () =>
    Effect.gen(function* () {
      const { calls, layer, most } = yield* scene(() => ({ millis: 1_500, status: 200 }))
      for (let organization = 0; organization < 40; organization++) {
        const { id } = yield* givenOrganization({ webhook: { url: `https://${organization}.example.com` } })
        yield* record(id, 120)
      }
      yield* startWorker(layer)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(calls.length, 40 * 120)
      assert.strictEqual(most.inAll, 512)
      assert.isAtMost(most.toOne, 64)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("finishes running calls at its stop, and starts none", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene((_, __, at) => (at < 2_000 ? quick : { millis: 5_000, status: 200 }))
      const { id } = yield* givenOrganization({ webhook: {} })
      const worker = yield* startWorker(layer, [shardOf(id)])
      yield* record(id, 20)
      yield* TestClock.adjust("2 seconds")
      const conversation = ConversationId.make(yield* uuid)
      yield* record(id, 40, conversation)
      yield* record(id, 40)
      yield* TestClock.adjust("1 second")
      const running = calls.length
      assert.isAbove(running, 20)
      const stopping = yield* Effect.forkChild(worker.stop)
      yield* TestClock.adjust("3 seconds")
      assert.isUndefined(stopping.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(stopping)
      yield* record(id, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(calls.length, running)
      assert.strictEqual(delivered(calls).length, running)
      const { attempts } = yield* stored
      assert.strictEqual([...attempts].length, running)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("interrupts calls that exceed its timeout, and repeats them", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene((_, before) => (before === 0 ? { millis: 14_000, status: 200 } : quick))
      const { id } = yield* givenOrganization({ webhook: {} })
      const first = yield* startWorker(layer, [shardOf(id)])
      const [event] = yield* record(id, 1)
      yield* TestClock.adjust("1 second")
      const stopping = yield* Effect.forkChild(first.stop)
      yield* TestClock.adjust("8 seconds")
      yield* Fiber.join(stopping)
      yield* startWorker(layer, [shardOf(id)])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        calls.map(({ delivery, isSuccess }) => [delivery.event.id, isSuccess]),
        [
          [event, false],
          [event, true]
        ]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("records an attempt once the store is available again, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const { failNext } = yield* World
      yield* startWorker(layer, [shardOf(id)])
      yield* failNext("DeliveryQueue.recordAttempt", 5)
      const events = yield* record(id, 3)
      yield* TestClock.adjust("1 minute")
      assert.sameMembers([...delivered(calls)], [...events])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("repeats a delivery that could not be recorded, and later ones in their order", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const { failNext } = yield* World
      yield* startWorker(layer, [shardOf(id)])
      const conversation = ConversationId.make(yield* uuid)
      yield* failNext("DeliveryQueue.recordAttempt", 10)
      const events = yield* record(id, 3, conversation)
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(delivered(calls), [...events.slice(0, 1), ...events])
      const { attempts } = yield* stored
      assert.strictEqual([...attempts].length, 3)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect.each(["open", "read", "deferredOrganizations", "due", "defer", "subscriptions", "saveCheckpoint"] as const)(
    "reopens the shard after a defect of the query '%s', and sends nothing twice",
    (method) =>
      Effect.gen(function* () {
        const { calls, layer } = yield* scene(({ event }, before) => ({
          millis: 3_000,
          status: event.sequence === 2 && before === 0 ? 500 : 200
        }))
        const { id } = yield* givenOrganization({ webhook: {} })
        const { failNext } = yield* World
        const conversation = ConversationId.make(yield* uuid)
        yield* failNext("DeliveryQueue.open", method === "open" ? 3 : 0)
        yield* startWorker(layer, [shardOf(id)])
        const ordered = yield* record(id, 4, conversation)
        const loose = yield* record(id, 4)
        yield* TestClock.adjust("4 seconds")
        yield* failNext(`DeliveryQueue.${method}`, 3)
        const late = yield* record(id, 2, conversation)
        yield* TestClock.adjust("5 minutes")
        const received = delivered(calls)
        assert.deepStrictEqual([...received].sort(), [...ordered, ...loose, ...late].sort())
        assert.deepStrictEqual(
          received.filter((event) => !loose.includes(event)),
          [...ordered, ...late]
        )
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(1))
  )

  it.effect("treats a defect of the sender as a refusal", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene((_, before) => {
        if (before === 0) throw new Error("a bug")
        return quick
      })
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* startWorker(layer, [shardOf(id)])
      const events = yield* record(id, 1)
      yield* TestClock.adjust(Duration.toMillis(retryWaits[0]) * 2)
      assert.deepStrictEqual(delivered(calls), events)
      assert.strictEqual(calls.length, 2)
    }).pipe(Effect.provide(Memory.layer()))
  )
})
