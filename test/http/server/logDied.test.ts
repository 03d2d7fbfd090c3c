import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { logDied } from "../../../src/adapters/http/server/unlessLost.ts"
import { FailureLimit, makeRareLog, reminderInterval } from "../../../src/telemetry/failureLog.ts"

const outage = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: "ended", message: "ended", operation: "execute" })
})

describe("log lines of requests that died", () => {
  it.effect("request died: an outage of the database and each other defect are one line a minute", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const linesOf = (defect: unknown, requests: number) =>
        Effect.gen(function* () {
          yield* Effect.replicateEffect(logDied(Cause.die(defect)), requests)
          return lines.splice(0).length
        })
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* linesOf(outage, 100), 1)
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual(yield* linesOf(outage, 100), 0)
        assert.strictEqual(yield* linesOf(new TypeError("a defect"), 3), 1)
        assert.strictEqual(yield* linesOf(new TypeError("another defect"), 3), 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* linesOf(outage, 100), 1)
      }).pipe(Effect.provide(Logger.layer([logger])))
    }).pipe(Effect.provideService(FailureLimit, makeRareLog(reminderInterval)))
  )
})
