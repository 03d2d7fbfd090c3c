import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { makePrecedence } from "../../../src/adapters/postgres/inbound/makePrecedence.ts"

const options = { passing: 2, patience: "100 millis", look: "10 millis" } as const

/** So many urgent ones that end when they are let, and one that stands back. */
const scene = Effect.fnUntraced(function* (urgent: number) {
  const { standBack, urgently } = yield* makePrecedence(options)
  const latch = yield* Latch.make()
  const begun = yield* Effect.forkChild(
    Effect.replicateEffect(urgently(latch.await), urgent, { concurrency: "unbounded" }),
    { startImmediately: true }
  )
  yield* Effect.yieldNow
  const back = yield* Effect.forkChild(standBack, { startImmediately: true })
  const isBack = Effect.sync(() => back.pollUnsafe() === undefined)
  return { begun, isBack, latch }
})

describe("who can wait", () => {
  it.effect("goes on at once beside few urgent ones", () =>
    Effect.gen(function* () {
      const { isBack } = yield* scene(2)
      assert.isFalse(yield* isBack)
    })
  )

  it.effect("stands back until the urgent ones are fewer", () =>
    Effect.gen(function* () {
      const { isBack, latch } = yield* scene(3)
      yield* TestClock.adjust("50 millis")
      assert.isTrue(yield* isBack)
      yield* latch.open
      yield* TestClock.adjust("10 millis")
      assert.isFalse(yield* isBack)
    })
  )

  it.effect("stands back no longer than its patience lasts, also where it must not be interrupted", () =>
    Effect.gen(function* () {
      const { isBack } = yield* scene(3)
      yield* TestClock.adjust("90 millis")
      assert.isTrue(yield* isBack)
      yield* TestClock.adjust("20 millis")
      assert.isFalse(yield* isBack)
    }).pipe(Effect.uninterruptible)
  )

  it.effect("does not wait for urgent ones that were given up", () =>
    Effect.gen(function* () {
      const { begun, isBack } = yield* scene(3)
      assert.isTrue(yield* isBack)
      yield* Fiber.interrupt(begun)
      yield* TestClock.adjust("10 millis")
      assert.isFalse(yield* isBack)
    })
  )
})
