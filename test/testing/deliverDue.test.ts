import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Duration, Effect, HashMap, Layer, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryWebhookSender from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { retryWaits } from "../../src/domain/retryWaits.ts"
import { deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { deliverDue } from "../../testing/deliverDue.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { record, start, stored } from "../app/webhooks/delivery/scene.ts"

const world = Layer.merge(Memory.layer(), MemoryWebhookSender.layer)

/** Each call of the queue while the effect runs, by its name. */
const callsDuring = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const queue = yield* DeliveryQueue
    const calls: Record<string, number> = {}
    const counted = new Proxy(queue, {
      get: (target, name, receiver) => {
        calls[String(name)] = (calls[String(name)] ?? 0) + 1
        return Reflect.get(target, name, receiver)
      }
    })
    yield* Effect.provideService(effect, DeliveryQueue, counted)
    return calls
  })

/** How often a fiber waits for the clock while the effect runs. */
const waitsDuring = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    let waits = 0
    const counted = new Proxy(clock, {
      get: (target, name, receiver) => {
        if (name === "sleep") waits += 1
        return Reflect.get(target, name, receiver)
      }
    })
    yield* Effect.provideService(effect, Clock.Clock, counted)
    return waits
  })

const refused = new DeliveryRefused({
  status: 500,
  detail: "no",
  durationMillis: 0,
  response: null,
  retryAfterMillis: null
})

const scene = Effect.gen(function* () {
  yield* TestClock.setTime(start.epochMilliseconds)
  const { id } = yield* givenOrganization({ webhook: {} })
  const { answerWith, received } = yield* MemoryWebhookSender.Receivers
  const times = Effect.map(received, (all) => all.map(({ at }) => at.epochMilliseconds - start.epochMilliseconds))
  return { id, answerWith, times }
})

describe("deliverDue", () => {
  it.effect(
    "deliverDue: an idle day needs as many queries as an idle second: one per shard for opening and reading",
    () =>
      Effect.gen(function* () {
        yield* scene
        const second = yield* callsDuring(deliverDue("1 second"))
        const day = yield* callsDuring(deliverDue("1 day"))
        assert.deepStrictEqual(day, second)
        const shards = deliveryShards.length
        assert.deepInclude(second, { open: shards, read: shards, deferredOrganizations: shards })
        assert.strictEqual((yield* DateTime.now).epochMilliseconds - start.epochMilliseconds, 86_401_000)
      }).pipe(Effect.provide(world))
  )

  it.effect("deliverDue: an idle shard waits until its checkpoint is saved, and then only for a signal", () =>
    Effect.gen(function* () {
      yield* scene
      assert.strictEqual(yield* waitsDuring(deliverDue("1 hour")), deliveryShards.length)
      assert.strictEqual(yield* waitsDuring(deliverDue("30 days")), deliveryShards.length)
    }).pipe(Effect.provide(world))
  )

  it.effect("deliverDue: existing deliveries are attempted at once, and none twice", () =>
    Effect.gen(function* () {
      const { id, times } = yield* scene
      yield* record(id, 3)
      yield* deliverDue(0)
      assert.deepStrictEqual(yield* times, [0, 0, 0])
      yield* deliverDue("1 hour")
      yield* record(id, 1)
      yield* deliverDue("1 hour")
      assert.deepStrictEqual(yield* times, [0, 0, 0, 3_600_000])
    }).pipe(Effect.provide(world))
  )

  it.effect("deliverDue: events recorded during the call are delivered", () =>
    Effect.gen(function* () {
      const { id, times } = yield* scene
      yield* Effect.forkScoped(Effect.andThen(Effect.sleep("10 minutes"), record(id, 1)))
      yield* deliverDue("1 hour")
      assert.deepStrictEqual(yield* times, [600_000])
    }).pipe(Effect.provide(world))
  )

  it.effect("deliverDue: retries are attempted at their due time, in one call or in many", () =>
    Effect.gen(function* () {
      const { answerWith, id, times } = yield* scene
      yield* answerWith(() => Effect.fail(refused))
      yield* record(id, 1)
      yield* deliverDue(0)
      for (const [place] of retryWaits.entries()) {
        const dueAt = [...HashMap.values((yield* stored).deferred)].map((one) => one.dueAt?.epochMilliseconds ?? 0)
        const left = (dueAt[0] ?? 0) - (yield* DateTime.now).epochMilliseconds
        assert.isAbove(left, 0)
        if (place % 2 === 0) yield* deliverDue(left - 1)
        assert.lengthOf(yield* times, place + 1)
        yield* deliverDue(left)
        assert.strictEqual((yield* times)[place + 1], (dueAt[0] ?? 0) - start.epochMilliseconds)
      }
      yield* deliverDue(Duration.days(3))
      assert.lengthOf(yield* times, retryWaits.length + 1)
    }).pipe(Effect.provide(world), Random.withSeed(7))
  )

  it.effect("deliverDue: an attempt in flight at the end is repeated", () =>
    Effect.gen(function* () {
      const { answerWith, id, times } = yield* scene
      yield* answerWith(() =>
        Effect.as(Effect.sleep("5 seconds"), { status: 204, durationMillis: 5_000, response: "" })
      )
      yield* record(id, 1)
      yield* deliverDue("2 seconds")
      yield* deliverDue("6 seconds")
      yield* deliverDue("1 hour")
      assert.deepStrictEqual(yield* times, [0, 2_000])
    }).pipe(Effect.provide(world))
  )
})
