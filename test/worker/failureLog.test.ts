import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { makeFailureLog } from "../../src/telemetry/failureLog.ts"

describe("the log of a pass that fails", () => {
  it.effect("has the first failure, one line a minute, and the end of a row", () =>
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
        yield* everySecond(1)
        yield* logged(Effect.succeed(1))
        assert.deepStrictEqual(take(), ['Error ["inbound pass failed"]'])
      }).pipe(Effect.provide(Logger.layer([logger])))
    })
  )
})
