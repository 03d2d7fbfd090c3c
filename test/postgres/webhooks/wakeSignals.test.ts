import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Latch, Layer, Queue } from "effect"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import { WakeChannel, type WakeMessage } from "../../../src/adapters/postgres/database/WakeChannel.ts"
import * as WakeSignals from "../../../src/adapters/postgres/webhooks/WakeSignals.ts"
import { DeliveryShard } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"

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
  const { signal, listen } = Context.get(
    yield* Layer.build(WakeSignals.layer.pipe(Layer.provide([Layer.succeed(WakeChannel, relay), RandomIds.layer]))),
    WakeSignals.WakeSignals
  )
  const shardsWakeMessage = Effect.map(Queue.take(notified), ({ shards }) => shards.toSorted((a, b) => a - b))
  /** Owns the shard from now on, until the scope ends. Gives the number of wake-ups so far. */
  const owning = (number: number) =>
    Effect.sync(() => {
      let wakes = 0
      return Effect.as(
        listen(shard(number), () => wakes++),
        () => wakes
      )
    }).pipe(Effect.flatten)
  return {
    signal,
    notified,
    shardsWakeMessage,
    mayNotify,
    owning,
    hear: (each: WakeMessage) => Effect.sync(() => hear(each))
  }
})

describe("wake signals", () => {
  it.effect("wake the owner of their shard at once, and no other", () =>
    Effect.gen(function* () {
      const { signal, notified, owning } = yield* scene
      const three = yield* owning(3)
      const four = yield* owning(4)
      yield* signal([organizationIn(3), organizationIn(3)])
      assert.deepStrictEqual([three(), four()], [1, 0])
      yield* signal([organizationIn(3), organizationIn(4)])
      assert.deepStrictEqual([three(), four()], [2, 1])
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
    })
  )

  it.effect("notify other processes unless the owner is in this process", () =>
    Effect.gen(function* () {
      const { signal, shardsWakeMessage, notified, owning } = yield* scene
      yield* signal([organizationIn(1), organizationIn(2), organizationIn(1)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(1), shard(2)])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* owning(1)
          yield* signal([organizationIn(1), organizationIn(2)])
          assert.deepStrictEqual(yield* shardsWakeMessage, [shard(2)])
        })
      )
      yield* signal([organizationIn(1)])
      assert.deepStrictEqual(yield* shardsWakeMessage, [shard(1)])
      assert.strictEqual(Queue.sizeUnsafe(notified), 0)
    })
  )

  it.effect("are combined if they arrive during a notification", () =>
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

  it.effect("arrive from other processes, and not from this one", () =>
    Effect.gen(function* () {
      const { signal, hear, notified, owning } = yield* scene
      yield* signal([organizationIn(7)])
      const own = yield* Queue.take(notified)
      const seven = yield* owning(7)
      yield* hear(own)
      assert.strictEqual(seven(), 0)
      yield* hear({ ...own, from: "another" })
      assert.strictEqual(seven(), 1)
    })
  )
})
