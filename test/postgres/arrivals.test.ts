import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Latch, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import { ArrivalRelay } from "../../src/adapters/postgres/ArrivalRelay.ts"
import * as Arrivals from "../../src/adapters/postgres/Arrivals.ts"
import type { Told } from "../../src/adapters/postgres/Told.ts"
import { DeliveryShard } from "../../src/domain/DeliveryShard.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"

/** An organization whose deliveries are in this shard. */
const organizationIn = (shard: number) =>
  OrganizationId.make(`01890000-0000-7000-8000-00000000000${shard.toString(16)}`)

const shard = (number: number) => DeliveryShard.make(number)

/** Arrivals of a process, and what it tells the others; `mayTell` lets it. `hear` is what the others tell. */
const scene = Effect.gen(function* () {
  const told = yield* Queue.unbounded<Told>()
  const mayTell = yield* Latch.make(true)
  let hear: (told: Told) => Effect.Effect<void> = () => Effect.void
  const relay = ArrivalRelay.of({
    tell: (each) => Effect.andThen(Queue.offer(told, each), mayTell.await),
    along: () => null,
    hear: (heard) =>
      Effect.sync(() => {
        hear = heard
      })
  })
  const { announce, next } = Context.get(
    yield* Layer.build(Arrivals.layer.pipe(Layer.provide([Layer.succeed(ArrivalRelay, relay), RandomIds.layer]))),
    Arrivals.Arrivals
  )
  const shardsTold = Effect.map(Queue.take(told), ({ shards }) => shards.toSorted((a, b) => a - b))
  const waiting = (number: number) => Effect.forkChild(next(shard(number)), { startImmediately: true })
  return { announce, told, shardsTold, mayTell, next, waiting, hear: (each: Told) => hear(each) }
})

describe("arrivals", () => {
  it.effect("wake who attends to their shard, and nobody else", () =>
    Effect.gen(function* () {
      const { announce, told, waiting } = yield* scene
      const three = yield* waiting(3)
      const four = yield* waiting(4)
      yield* announce([organizationIn(3), organizationIn(3)])
      yield* Effect.yieldNow
      assert.isDefined(three.pollUnsafe())
      assert.isUndefined(four.pollUnsafe())
      assert.strictEqual(Queue.sizeUnsafe(told), 0)
    })
  )

  it.effect("count when they were announced before somebody waited", () =>
    Effect.gen(function* () {
      const { announce, next, waiting } = yield* scene
      yield* announce([organizationIn(15)])
      yield* next(shard(15))
      const again = yield* waiting(15)
      yield* Effect.yieldNow
      assert.isUndefined(again.pollUnsafe())
    })
  )

  it.effect("are told to the others unless somebody here attends to the shard, or did so a moment ago", () =>
    Effect.gen(function* () {
      const { announce, next, shardsTold, told } = yield* scene
      yield* announce([organizationIn(1), organizationIn(2), organizationIn(1)])
      assert.deepStrictEqual(yield* shardsTold, [shard(1), shard(2)])
      yield* next(shard(1))
      yield* TestClock.adjust("4 seconds")
      yield* announce([organizationIn(1), organizationIn(2)])
      assert.deepStrictEqual(yield* shardsTold, [shard(2)])
      yield* TestClock.adjust("1 second")
      yield* announce([organizationIn(1)])
      assert.deepStrictEqual(yield* shardsTold, [shard(1)])
      assert.strictEqual(Queue.sizeUnsafe(told), 0)
    })
  )

  it.effect("are told together when they come while others are being told", () =>
    Effect.gen(function* () {
      const { announce, mayTell, shardsTold, told } = yield* scene
      yield* mayTell.close
      yield* announce([organizationIn(1)])
      assert.deepStrictEqual(yield* shardsTold, [shard(1)])
      yield* announce([organizationIn(2)])
      yield* announce([organizationIn(3)])
      yield* Effect.yieldNow
      assert.strictEqual(Queue.sizeUnsafe(told), 0)
      yield* mayTell.open
      assert.deepStrictEqual(yield* shardsTold, [shard(2), shard(3)])
      yield* Effect.yieldNow
      assert.strictEqual(Queue.sizeUnsafe(told), 0)
    })
  )

  it.effect("are heard of from others, and not from oneself", () =>
    Effect.gen(function* () {
      const { announce, hear, told, waiting } = yield* scene
      yield* announce([organizationIn(7)])
      const own = yield* Queue.take(told)
      const seven = yield* waiting(7)
      yield* Effect.yieldNow
      assert.isDefined(seven.pollUnsafe())
      const again = yield* waiting(7)
      yield* hear(own)
      yield* Effect.yieldNow
      assert.isUndefined(again.pollUnsafe())
      yield* hear({ ...own, from: "another" })
      yield* Effect.yieldNow
      assert.isDefined(again.pollUnsafe())
    })
  )
})
