import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { makeDice, seeds } from "./dice.ts"
import { delivered, firstWait, record, type Receiver, scene, startWorker } from "./scene.ts"
import { type Life, makeLedger, unruly } from "./unruly.ts"

/** Every third delivery fails at first. */
const receiver: Receiver = ({ event }, before) => ({
  millis: 50,
  status: Number(event.id.slice(-1)) % 3 === 0 && before === 0 ? 500 : 204
})

/** A process with this life delivers; what it leaves behind another one finds. */
const afterCrash = Effect.fnUntraced(function* (life: Life) {
  const ledger = makeLedger()
  const again: Array<EventId> = []
  const { calls, layer } = yield* scene((delivery, before, at) => {
    if (ledger.ended.has(delivery.event.id)) again.push(delivery.event.id)
    return receiver(delivery, before, at)
  })
  const { id } = yield* givenOrganization({ webhook: {} })
  const conversation = ConversationId.make(yield* uuid)
  const process = unruly(life, layer, ledger)
  const first = yield* startWorker(process.layer, [shardOf(id)])
  const early = yield* record(id, 4, conversation)
  const loose = yield* record(id, 3)
  yield* TestClock.adjust("3 seconds")
  const late = yield* record(id, 3, conversation)
  yield* TestClock.adjust(firstWait + 3_000)
  const isDead = process.isDead()
  yield* Effect.forkScoped(first.stop)
  yield* TestClock.adjust("10 seconds")
  yield* startWorker(unruly({ ...life, steps: Number.POSITIVE_INFINITY }, layer, ledger).layer, [shardOf(id)])
  yield* TestClock.adjust("10 minutes")
  const received = new Set(delivered(calls))
  const lost = [...early, ...loose, ...late].filter((event) => !received.has(event))
  return { again, calls, isDead, lost }
})

describe("a process that crashes", () => {
  it.effect.each(
    Array.range(1, 60).flatMap((steps) => [true, false].map((diesAfterwards) => ({ steps, diesAfterwards })))
  )("loses no delivery, and no recorded delivery is sent again: %o", (death) =>
    Effect.gen(function* () {
      const { again, isDead, lost } = yield* afterCrash({ seed: 1, latencyMillis: 0, ...death })
      assert.deepStrictEqual({ again, lost }, { again: [], lost: [] })
      assert.isTrue(isDead)
    }).pipe(Effect.provide(Memory.layer()), Random.withSeed(death.steps))
  )

  it.effect.each(seeds(20))("loses no delivery with slow queries (%d)", (seed) =>
    Effect.gen(function* () {
      const dice = makeDice(seed)
      const { again, lost } = yield* afterCrash({
        seed,
        latencyMillis: 300,
        steps: 1 + dice.below(50),
        diesAfterwards: dice.chance(0.5)
      })
      assert.deepStrictEqual({ again, lost }, { again: [], lost: [] })
    }).pipe(Effect.provide(Memory.layer()), Random.withSeed(seed))
  )

  it.effect("loses no delivery that was in flight when its shard was opened again", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(({ webhook }, before) => ({
        millis: before === 0 && webhook.organizationId === id ? 14_000 : 20,
        status: 200
      }))
      const { id } = yield* givenOrganization({ webhook: {} })
      const other = yield* givenOrganization({ shard: shardOf(id), webhook: { url: "https://other.example.com" } })
      const { failNext } = yield* World
      const process = unruly({ seed: 1, latencyMillis: 0 }, layer)
      const first = yield* startWorker(process.layer, [shardOf(id)])
      const events = yield* record(id, 1)
      yield* TestClock.adjust("2 seconds")
      yield* failNext("DeliveryQueue.read", 1)
      // What is settled after it has the place kept.
      yield* TestClock.adjust("3 seconds")
      const after = yield* record(other.id, 1)
      yield* TestClock.adjust("8 seconds")
      process.kill()
      yield* Effect.forkScoped(first.stop)
      yield* TestClock.adjust("10 seconds")
      // It was received, and nobody knows.
      assert.deepStrictEqual(delivered(calls), [...events, ...after])
      yield* startWorker(layer, [shardOf(id)])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(delivered(calls), [...events, ...after, ...events])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("sends each delivery once if the process does not crash", () =>
    Effect.gen(function* () {
      const { calls } = yield* afterCrash({ seed: 1, latencyMillis: 0 })
      const received = delivered(calls)
      assert.strictEqual(received.length, 10)
      assert.strictEqual(new Set(received).size, 10)
    }).pipe(Effect.provide(Memory.layer()))
  )
})
