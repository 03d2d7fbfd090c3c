import { assert, describe, it } from "@effect/vitest"
import { Cache, Effect } from "effect"
import { TestClock } from "effect/testing"
import { freshly } from "../../src/collections/elapsedMillis.ts"
import { withJumps } from "../support/processes/jumpingClock.ts"

/** A cache for a minute, and how often it looked up. */
const given = Effect.gen(function* () {
  const asked = { times: 0 }
  const lookup = () => Effect.sync(() => (asked.times += 1))
  const get = freshly(yield* Cache.make({ capacity: 10, timeToLive: "1 minute", lookup }))
  return { asked, get: get("key") }
})

describe("freshly: a cached lookup", () => {
  it.effect("is cached for its period", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* given
      yield* get
      yield* TestClock.adjust("59 seconds")
      yield* get
      assert.strictEqual(asked.times, 1)
      yield* TestClock.adjust("1 second")
      yield* get
      assert.strictEqual(asked.times, 2)
    })
  )

  it.effect.each(["0 seconds", "30 seconds", "61 minutes"] as const)(
    "is repeated after the clock was set back and %s passed, and then cached for its period",
    (passed) =>
      withJumps((jump) =>
        Effect.gen(function* () {
          const { asked, get } = yield* given
          yield* get
          yield* jump("-1 hour")
          yield* TestClock.adjust(passed)
          yield* get
          assert.strictEqual(asked.times, 2)
          yield* TestClock.adjust("59 seconds")
          yield* get
          assert.strictEqual(asked.times, 2)
          yield* TestClock.adjust("1 second")
          yield* get
          assert.strictEqual(asked.times, 3)
        })
      )
  )

  it.effect("is not repeated while the clock is slowed down", () =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { asked, get } = yield* given
        for (let second = 0; second < 30; second++) {
          yield* get
          yield* jump("-10 millis")
          yield* TestClock.adjust("1 second")
        }
        assert.strictEqual(asked.times, 1)
      })
    )
  )
})
