import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { makeBackpressure } from "../../../src/adapters/postgres/inbound/makeBackpressure.ts"
import { withJumps } from "../../support/processes/jumpingClock.ts"

const options = { maxUrgent: 2, maxDelay: "100 millis", pollInterval: "10 millis" } as const

/** Urgent work that ends when the latch opens, and one fiber that yields to it. */
const scene = Effect.fnUntraced(function* (urgent: number) {
  const { yieldToUrgent, urgently } = yield* makeBackpressure(options)
  const latch = yield* Latch.make()
  const begun = yield* Effect.forkChild(
    Effect.replicateEffect(urgently(latch.await), urgent, { concurrency: "unbounded" }),
    { startImmediately: true }
  )
  yield* Effect.yieldNow
  const yielding = yield* Effect.forkChild(yieldToUrgent, { startImmediately: true })
  const isYielding = Effect.sync(() => yielding.pollUnsafe() === undefined)
  return { begun, isYielding, latch }
})

describe("backpressure of urgent work", () => {
  it.effect("does not delay deferrable work beside few urgent operations", () =>
    Effect.gen(function* () {
      const { isYielding } = yield* scene(2)
      assert.isFalse(yield* isYielding)
    })
  )

  it.effect("delays deferrable work while there are many urgent operations", () =>
    Effect.gen(function* () {
      const { isYielding, latch } = yield* scene(3)
      yield* TestClock.adjust("50 millis")
      assert.isTrue(yield* isYielding)
      yield* latch.open
      yield* TestClock.adjust("10 millis")
      assert.isFalse(yield* isYielding)
    })
  )

  it.effect("delays uninterruptible work for at most maxDelay", () =>
    Effect.gen(function* () {
      const { isYielding } = yield* scene(3)
      yield* TestClock.adjust("90 millis")
      assert.isTrue(yield* isYielding)
      yield* TestClock.adjust("20 millis")
      assert.isFalse(yield* isYielding)
    }).pipe(Effect.uninterruptible)
  )

  it.effect("does not count interrupted urgent operations", () =>
    Effect.gen(function* () {
      const { begun, isYielding } = yield* scene(3)
      assert.isTrue(yield* isYielding)
      yield* Fiber.interrupt(begun)
      yield* TestClock.adjust("10 millis")
      assert.isFalse(yield* isYielding)
    })
  )

  it.effect("delays deferrable work for no longer if the clock is set back", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { isYielding } = yield* scene(3)
        yield* TestClock.adjust("50 millis")
        yield* jump("-1 hour")
        yield* TestClock.adjust("60 millis")
        assert.isFalse(yield* isYielding)
      })
    )
  )
})
