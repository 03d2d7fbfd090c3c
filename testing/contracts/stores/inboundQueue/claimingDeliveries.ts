import { DateTime, Effect, Fiber } from "effect"
import { inboundLease } from "../../../../src/domain/inbound/InboundDelivery.ts"
import { InboundQueue } from "../../../../src/ports/inbound/InboundQueue.ts"
import { seconds } from "../../../given/era.ts"
import { givenDeliveries, problemsOf, someDelivery } from "../../../given/givenDeliveries.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Claims of inbound deliveries. */
export const claimingDeliveries = (it: Tests<StorePorts>) => {
  it.effect("keeps a delivery to the last character, whatever it is", () =>
    Effect.gen(function* () {
      const { at } = yield* givenDeliveries()
      const { accept, claim } = yield* InboundQueue
      const bodies = [
        "",
        '{"a": 1,  "a":"漢 \\u00e9 \u{1F680}","n":12345678901234567890}\r\n',
        "no JSON '\"\\ {a,b} NULL \\N %s $1",
        `{"long":"${"é".repeat(500_000)}"}`
      ]
      const deliveries = yield* Effect.forEach(bodies, (body) =>
        someDelivery(DateTime.add(at, { milliseconds: 7 }), body)
      )
      yield* Effect.forEach(deliveries, accept)
      assert.deepStrictEqual(yield* claim(seconds(at, 1), 10), deliveries)
    })
  )

  it.effect("gives the oldest first, and no more than asked for", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(1, 2, 3)
      const { claim } = yield* InboundQueue
      const now = seconds(at, 10)
      assert.deepStrictEqual(yield* claim(now, 2), deliveries.slice(0, 2))
      assert.deepStrictEqual(yield* claim(now, 2), deliveries.slice(2))
      assert.deepStrictEqual(yield* claim(now, 2), [])
    })
  )

  it.effect("gives a claimed delivery to no other worker until the lease ends, to the millisecond", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(0, 0)
      const { claim } = yield* InboundQueue
      const leaseUntil = DateTime.addDuration(at, inboundLease)
      const justBefore = (time: DateTime.Utc) => DateTime.subtract(time, { milliseconds: 1 })
      assert.deepStrictEqual(yield* claim(at, 10), deliveries)
      assert.deepStrictEqual(yield* claim(justBefore(leaseUntil), 10), [])
      assert.deepStrictEqual(yield* claim(leaseUntil, 10), deliveries)
      const again = DateTime.addDuration(leaseUntil, inboundLease)
      assert.deepStrictEqual(yield* claim(justBefore(again), 10), [])
      assert.deepStrictEqual(yield* claim(again, 10), deliveries)
    })
  )

  it.effect("gives every delivery to one of many who claim at once", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(...Array.from({ length: 30 }, () => 0))
      const { claim } = yield* InboundQueue
      const shares = yield* Effect.replicateEffect(claim(at, 4), 16, { concurrency: "unbounded" })
      const rest = yield* claim(at, 100)
      assert.deepStrictEqual(
        [...shares.flat(), ...rest].map(({ id }) => id).toSorted(),
        deliveries.map(({ id }) => id).toSorted()
      )
      assert.isTrue(shares.every((share) => share.length <= 4))
    })
  )

  it.effect("gives no worker a finished delivery, claimed before or not", () =>
    Effect.gen(function* () {
      const { at, deliveries } = yield* givenDeliveries(0, 1, 2)
      const { claim, finish } = yield* InboundQueue
      yield* claim(at, 1)
      const ids = deliveries.map(({ id }) => id)
      yield* finish(ids.slice(0, 2), [], seconds(at, 5))
      yield* finish([], [], seconds(at, 5))
      assert.deepStrictEqual(yield* claim(seconds(at, 100_000), 10), deliveries.slice(2))
      assert.deepStrictEqual(yield* problemsOf(...deliveries), [])
    })
  )

  it.effect("wakes waiting workers when a delivery came in, once it can be claimed", () =>
    Effect.gen(function* () {
      const { at } = yield* givenDeliveries(0)
      const { accept, wakeSignal, claim } = yield* InboundQueue
      yield* wakeSignal
      const waiting = yield* Effect.forkChild(wakeSignal, { startImmediately: true })
      yield* claim(at, 10)
      assert.isUndefined(waiting.pollUnsafe())
      const delivery = yield* someDelivery(at)
      yield* accept(delivery)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* claim(at, 10), [delivery])
    })
  )
}
