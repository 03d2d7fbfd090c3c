import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessHealth from "../../src/adapters/worker/processHealth.ts"
import { supervisor } from "../../src/adapters/worker/workers.ts"
import { deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { WorkerHealth } from "../../src/ports/process/WorkerHealth.ts"
import { Availability } from "../../src/ports/process/Transaction.ts"

/** A supervised process, and what its surroundings answer. */
const scene = Effect.gen(function* () {
  const facts = { unowned: 0, isLost: false }
  const health = yield* ProcessHealth.make
  const surroundings = Layer.mergeAll(
    Layer.succeed(WorkerHealth, health),
    Layer.succeed(Availability, { isLost: () => facts.isLost, watch: () => () => undefined }),
    Layer.succeed(
      ShardAssignment,
      ShardAssignment.of({ run: () => Effect.void, unowned: Effect.sync(() => facts.unowned) })
    )
  )
  yield* Layer.build(Layer.provide(supervisor(true), surroundings))
  const ended = yield* Effect.forkScoped(health.ended, { startImmediately: true })
  return {
    facts,
    health,
    isEnded: Effect.sync(() => ended.pollUnsafe() !== undefined),
    failure: Effect.flip(Fiber.join(ended))
  }
})

describe("the health of a process with background work", () => {
  it.effect("health: a pass of 60 seconds makes the process not ready, and one of 5 minutes ends it", () =>
    Effect.gen(function* () {
      const { failure, health, isEnded } = yield* scene
      const pulse = yield* health.watch("inbound")
      pulse.run()
      yield* TestClock.adjust("59 seconds")
      assert.isNull(yield* health.obstacle)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* health.obstacle, 'the loop "inbound" has stood still for 61 seconds')
      yield* TestClock.adjust("3 minutes")
      assert.isFalse(yield* isEnded)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(yield* isEnded)
      assert.strictEqual(
        (yield* failure).message,
        'The process ends, to be restarted: the loop "inbound" has stood still for 300 seconds'
      )
    }).pipe(Effect.scoped)
  )

  it.effect("health: a loop that makes progress, or waits for work, keeps the process ready", () =>
    Effect.gen(function* () {
      const { health, isEnded } = yield* scene
      const [busy, idle] = [yield* health.watch("inbound"), yield* health.watch("media")]
      idle.run()
      idle.rest()
      for (let minute = 0; minute < 20; minute++) {
        busy.run()
        yield* TestClock.adjust("50 seconds")
        assert.isNull(yield* health.obstacle)
      }
      assert.isFalse(yield* isEnded)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "health: a worker without a shard is not ready after a minute if shards have no owner, and ends after 5",
    () =>
      Effect.gen(function* () {
        const { facts, health, isEnded } = yield* scene
        facts.unowned = deliveryShards.length
        yield* TestClock.adjust("75 seconds")
        assert.match(
          String(yield* health.obstacle),
          /^this worker owns no delivery shard for \d+ seconds, and 16 shards have no owner$/
        )
        assert.isFalse(yield* isEnded)
        yield* TestClock.adjust("4 minutes")
        assert.isTrue(yield* isEnded)
      }).pipe(Effect.scoped)
  )

  it.effect("health: a worker without a shard is ready while others own all shards", () =>
    Effect.gen(function* () {
      const { health, isEnded } = yield* scene
      yield* TestClock.adjust("1 hour")
      assert.isNull(yield* health.obstacle)
      assert.isFalse(yield* isEnded)
    }).pipe(Effect.scoped)
  )

  it.effect("health: a worker that owns one shard is ready, whoever owns the others", () =>
    Effect.gen(function* () {
      const { facts, health, isEnded } = yield* scene
      facts.unowned = 3
      const shard = yield* Scope.make()
      yield* Scope.provide(health.watch("shard 1", true), shard)
      yield* TestClock.adjust("10 minutes")
      assert.isNull(yield* health.obstacle)
      yield* Scope.close(shard, Exit.void)
      yield* TestClock.adjust("80 seconds")
      assert.isNotNull(yield* health.obstacle)
      assert.isFalse(yield* isEnded)
    }).pipe(Effect.scoped)
  )

  it.effect("health: time without a database does not count", () =>
    Effect.gen(function* () {
      const { facts, health, isEnded } = yield* scene
      facts.isLost = true
      facts.unowned = deliveryShards.length
      const pulse = yield* health.watch("inbound")
      pulse.run()
      yield* TestClock.adjust("1 hour")
      assert.isNull(yield* health.obstacle)
      assert.isFalse(yield* isEnded)
      facts.isLost = false
      yield* TestClock.adjust("2 minutes")
      assert.isNotNull(yield* health.obstacle)
      yield* TestClock.adjust("4 minutes")
      assert.isTrue(yield* isEnded)
    }).pipe(Effect.scoped)
  )
})
