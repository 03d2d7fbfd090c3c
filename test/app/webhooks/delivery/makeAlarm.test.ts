import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Latch } from "effect"
import { TestClock } from "effect/testing"
import { makeAlarm } from "../../../../src/app/webhooks/delivery/consumeShard.ts"

/** An alarm, and how often its latch was opened; `advance` closes it and lets so many milliseconds go by. */
const scene = Effect.gen(function* () {
  const latch = Latch.makeUnsafe()
  const alarm = yield* makeAlarm(latch)
  const isOpenAfter = Effect.fnUntraced(function* (millis: number) {
    yield* TestClock.adjust(millis)
    return latch.closeUnsafe()
  })
  const by = (millis: number) => Effect.map(Clock.currentTimeMillis, (now) => alarm.by(now + millis, now))
  return { by, isOpenAfter }
})

describe("an alarm", () => {
  it.effect("opens the latch at its time, once", () =>
    Effect.gen(function* () {
      const { by, isOpenAfter } = yield* scene
      yield* by(100)
      assert.isFalse(yield* isOpenAfter(99))
      assert.isTrue(yield* isOpenAfter(1))
      assert.isFalse(yield* isOpenAfter(1_000))
    })
  )

  it.effect("opens the latch at the earlier time if it is set to a later one, and can be set again afterwards", () =>
    Effect.gen(function* () {
      const { by, isOpenAfter } = yield* scene
      yield* by(100)
      yield* by(500)
      assert.isTrue(yield* isOpenAfter(100))
      assert.isFalse(yield* isOpenAfter(1_000))
      yield* by(500)
      assert.isTrue(yield* isOpenAfter(500))
    })
  )

  it.effect("opens the latch only at the earlier time if it is set to an earlier one", () =>
    Effect.gen(function* () {
      const { by, isOpenAfter } = yield* scene
      yield* by(500)
      yield* by(2)
      assert.isTrue(yield* isOpenAfter(2))
      assert.isFalse(yield* isOpenAfter(1_000))
    })
  )
})
