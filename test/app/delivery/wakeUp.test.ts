import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { shardOf } from "../../../src/domain/DeliveryShard.ts"
import { DeliveryQueue, type LogSlice } from "../../../src/ports/DeliveryQueue.ts"
import { givenOrganization } from "../../support/given.ts"
import { counted, quick, record, scene, startWorker, stored } from "./scene.ts"

/** The queue as it is, with all of it at hand; whether more is to be read then. */
const atHand = (asksAgain: boolean, take: (slice: LogSlice) => LogSlice = (slice) => slice) =>
  Effect.map(DeliveryQueue, (real) => {
    const counts = { read: 0, atHand: 0 }
    const queue = DeliveryQueue.of({
      ...real,
      read: (...args) => Effect.suspend(() => ((counts.read += 1), real.read(...args))),
      atHand: (...args) => {
        counts.atHand += 1
        const slice = Effect.runSync(real.read(...args))
        return slice.deliveries.length === 0 ? null : take({ ...slice, asksAgain })
      }
    })
    return { counts, layer: Layer.succeed(DeliveryQueue, queue) }
  })

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
    waiting: counts.waiting - before.waiting,
    subscriptions: counts.subscriptions - before.subscriptions
  })
  return { asked, calls, id }
})

describe("an event of an idle shard", () => {
  it.effect("is on its way before anything but itself is asked for", () =>
    Effect.gen(function* () {
      const { asked, calls, id } = yield* idle
      yield* record(id, 1)
      yield* TestClock.adjust("0 millis")
      assert.deepStrictEqual([calls.length, asked()], [1, { read: 1, waiting: 0, subscriptions: 0 }])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(asked(), { read: 1, waiting: 0, subscriptions: 0 })
      yield* TestClock.adjust("1 milli")
      // Its subscription came with it.
      assert.deepStrictEqual(asked(), { read: 1, waiting: 1, subscriptions: 0 })
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("holds up nothing that comes right behind it", () =>
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

  it.effect("is followed by another reading, once it is on its way, when the store asks for that", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const real = yield* DeliveryQueue
      let reads = 0
      const queue = DeliveryQueue.of({
        ...real,
        read: (...args) =>
          Effect.map(real.read(...args), (slice) => {
            reads += 1
            return { ...slice, asksAgain: slice.deliveries.length > 0 }
          })
      })
      yield* startWorker(Layer.merge(layer, Layer.succeed(DeliveryQueue, queue)), [shardOf(id)])
      yield* TestClock.adjust("5500 millis")
      const before = reads
      yield* record(id, 1)
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual([calls.length, reads - before], [1, 1])
      yield* TestClock.adjust("1 milli")
      assert.strictEqual(reads - before, 2)
    }).pipe(Effect.provide(Memory.layer()))
  )
})

describe("an event that is at hand", () => {
  /** An idle worker, and how often the queue was asked since. */
  const attended = Effect.fnUntraced(function* (queue: Effect.Success<ReturnType<typeof atHand>>) {
    const { calls, layer } = yield* scene(() => quick)
    const { id } = yield* givenOrganization({ webhook: {} })
    yield* startWorker(Layer.merge(layer, queue.layer), [shardOf(id)])
    yield* TestClock.adjust("5500 millis")
    const before = { ...queue.counts }
    const asked = () => ({ read: queue.counts.read - before.read, atHand: queue.counts.atHand - before.atHand })
    return { asked, calls, id }
  })

  it.effect("is on its way without a reading", () =>
    Effect.gen(function* () {
      const { asked, calls, id } = yield* attended(yield* atHand(false))
      yield* record(id, 1)
      yield* TestClock.adjust("100 millis")
      yield* record(id, 1)
      yield* TestClock.adjust("0 millis")
      assert.deepStrictEqual([calls.map(({ at }) => at), asked()], [[5_500, 5_600], { read: 0, atHand: 2 }])
      yield* TestClock.adjust("2 seconds")
      assert.isAtLeast(asked().read, 1, "the log is looked at all the same")
      assert.lengthOf(calls, 2)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is followed by a reading, once it is on its way, when the store asks for that", () =>
    Effect.gen(function* () {
      const { asked, calls, id } = yield* attended(yield* atHand(true))
      yield* record(id, 1)
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual([calls.length, asked()], [1, { read: 0, atHand: 1 }])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual([calls.length, asked()], [1, { read: 1, atHand: 1 }])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("waits where its conversation waits", () =>
    Effect.gen(function* () {
      const held = (slice: LogSlice): LogSlice => ({
        ...slice,
        deliveries: slice.deliveries.map((one) => ({ ...one, isHeld: true }))
      })
      const { calls, id } = yield* attended(yield* atHand(false, held))
      const [event] = yield* record(id, 1)
      assert.lengthOf(calls, 0)
      yield* TestClock.adjust("0 millis")
      const { waiting } = yield* stored
      assert.deepStrictEqual([...HashMap.keys(waiting)], [event])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is delivered all the same when it can't be taken in", () =>
    Effect.gen(function* () {
      let failures = 0
      const { calls, id } = yield* attended(
        yield* atHand(false, () => {
          failures += 1
          throw new Error("a bug of ours")
        })
      )
      yield* record(id, 1)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([failures, calls.map(({ at }) => at)], [1, [6_500]])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
