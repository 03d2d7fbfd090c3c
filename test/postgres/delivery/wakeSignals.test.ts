import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import { WakeChannel } from "../../../src/adapters/postgres/delivery/WakeChannel.ts"
import type { WakeMessage } from "../../../src/adapters/postgres/delivery/WakeMessage.ts"
import * as WakeSignals from "../../../src/adapters/postgres/delivery/WakeSignals.ts"
import { DeliveryShard } from "../../../src/domain/delivery/DeliveryShard.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { withJumps } from "../../support/jumpingClock.ts"

/** An organization whose deliveries are in this shard. */
const organizationIn = (shard: number) =>
  OrganizationId.make(`01890000-0000-7000-8000-00000000000${shard.toString(16)}`)

const shard = (number: number) => DeliveryShard.make(number)

/** The signals of a process, and what it notifies others of; `mayNotify` lets it. `hear` is a message of another process. */
const scene = Effect.gen(function* () {
  const notified = yield* Queue.unbounded<WakeMessage>()
  const mayNotify = yield* Latch.make(true)
  let hear: (message: WakeMessage) => void = () => {}
  const relay = WakeChannel.of({
    notify: (each) => Effect.andThen(Queue.offer(notified, each), mayNotify.await),
    inStatement: () => null,
    listen: (receive) =>
      Effect.sync(() => {
        hear = receive
      })
  })
  const { signal, next } = Context.get(
    yield* Layer.build(WakeSignals.layer.pipe(Layer.provide([Layer.succeed(WakeChannel, relay), RandomIds.layer]))),
    WakeSignals.WakeSignals
  )
  const shardsWakeMessage = Effect.map(Queue.take(notified), ({ shards }) => shards.toSorted((a, b) => a - b))
  const waiting = (number: number) => Effect.forkChild(next(shard(number)), { startImmediately: true })
  return {
    signal,
    notified,
    shardsWakeMessage,
    mayNotify,
    next,
    waiting,
    hear: (each: WakeMessage) => Effect.sync(() => hear(each))
  }
})

describe("wake signals", () => {
  it.effect("wake the owner of their shard, and no other", () =>
    Effect.gen(function* () {
      const { signal, notified, waiting } = yield* scene
      const three = yield* waiting(3)
      const four = yield* waiting(4)
      yield* signal([organizationIn(3), organizationIn(3)])
      yield* Effect.yieldNow
      assert.isDefined(three.pollUnsafe())
      assert.isUndefined(four.pollUnsafe())
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
    })
  )

  it.effect("count when they came before anybody waited", () =>
    Effect.gen(function* () {
      const { signal, next, waiting } = yield* scene
      yield* signal([organizationIn(15)])
      yield* next(shard(15))
      const again = yield* waiting(15)
      yield* Effect.yieldNow
      assert.isUndefined(again.pollUnsafe())
    })
  )

  it.effect("notify other processes unless the owner is here, or was a moment ago", () =>
    Effect.gen(function* () {
      const { signal, next, shardsWakeMessage, notified } = yield* scene
      yield* signal([organizationIn(1), organizationIn(2), organizationIn(1)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(1), shard(2)])
      yield* next(shard(1))
      yield* TestClock.adjust("4 seconds")
      yield* signal([organizationIn(1), organizationIn(2)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(2)])
      yield* TestClock.adjust("1 second")
      yield* signal([organizationIn(1)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(1)])
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
    })
  )

  it.effect("are sent together when they come during a notification", () =>
    Effect.gen(function* () {
      const { signal, mayNotify, shardsWakeMessage, notified } = yield* scene
      yield* mayNotify.close
      yield* signal([organizationIn(1)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(1)])
      yield* signal([organizationIn(2)])
      yield* signal([organizationIn(3)])
      yield* Effect.yieldNow
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
      yield* mayNotify.open
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(2), shard(3)])
      yield* Effect.yieldNow
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
    })
  )

  it.effect("come from other processes, and not from the own one", () =>
    Effect.gen(function* () {
      const { signal, hear, notified, waiting } = yield* scene
      yield* signal([organizationIn(7)])
      const own = yield* Queue.take(notified)
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

  it.effect("go to other processes once the owner has gone, though the clock was set back", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { signal, notified, waiting } = yield* scene
        yield* Fiber.interrupt(yield* waiting(3))
        yield* jump("-1 hour")
        yield* TestClock.adjust("6 seconds")
        yield* signal([organizationIn(3)])
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(Queue.sizeUnsafe(notified), 1)
      })
    )
  )
})
