import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import {
  FailureLimit,
  logFailure,
  makeFailureLog,
  makeRareLog,
  maxRemembered,
  reminderInterval
} from "../../src/telemetry/failureLog.ts"

describe("the log of a failing pass", () => {
  it.effect("has the first failure, one line a minute, and the end of the failures", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${JSON.stringify(message)}`))
      const logged = makeFailureLog("inbound")
      const take = () => lines.splice(0)
      yield* Effect.gen(function* () {
        const everySecond = (seconds: number) =>
          Effect.repeat(Effect.andThen(logged(Effect.die("away")), TestClock.adjust("1 second")), {
            times: seconds - 1
          })
        yield* logged(Effect.succeed(1))
        assert.deepStrictEqual(take(), [])
        yield* everySecond(150)
        const reminders = [61, 121].map((failures) => `Error ["inbound pass failed",{"failures":${failures}}]`)
        assert.deepStrictEqual(take(), ['Error ["inbound pass failed"]', ...reminders])
        yield* logged(Effect.succeed(1))
        yield* logged(Effect.succeed(1))
        assert.deepStrictEqual(take(), ['Info ["inbound pass succeeds again",{"failures":150}]'])
        yield* TestClock.adjust("1 minute")
        yield* everySecond(1)
        yield* logged(Effect.succeed(1))
        assert.deepStrictEqual(take(), ['Error ["inbound pass failed"]'])
      }).pipe(Effect.provide(Logger.layer([logger])))
    })
  )

  it.effect("repeated failures: a pass that alternates between failure and success has one line a minute", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const logged = makeFailureLog("inbound")
      const turn = Effect.gen(function* () {
        yield* logged(Effect.die("away"))
        yield* logged(Effect.succeed(1))
        yield* TestClock.adjust("1 second")
      })
      yield* Effect.provide(Effect.replicateEffect(turn, 120), Logger.layer([logger]))
      assert.strictEqual(lines.length, 2)
    })
  )
})

describe("log lines about failures of single items", () => {
  it.effect("repeated failures: the first is logged at once, and one a minute with the number of omitted lines", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const fail = (subject: string, times: number) =>
        Effect.replicateEffect(logFailure({ level: "Warn", text: "delivery refused", subject }, { status: 500 }), times)
      yield* Effect.gen(function* () {
        yield* fail("one", 100)
        yield* fail("other", 1)
        const first = ["delivery refused", { status: 500 }]
        assert.deepStrictEqual(lines.splice(0), [first, first])
        yield* TestClock.adjust("59 seconds")
        yield* fail("one", 100)
        assert.deepStrictEqual(lines.splice(0), [])
        yield* TestClock.adjust("1 second")
        yield* fail("one", 100)
        yield* fail("other", 1)
        assert.deepStrictEqual(lines.splice(0), [[...first, { omitted: 199 }], first])
        yield* TestClock.adjust("1 minute")
        yield* Effect.forEach(
          Array.from({ length: 2 * maxRemembered }, (_, index) => String(index)),
          (subject) => fail(subject, 1)
        )
        assert.isAtMost(lines.length, maxRemembered)
      }).pipe(
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(FailureLimit, makeRareLog(reminderInterval))
      )
    })
  )
})
