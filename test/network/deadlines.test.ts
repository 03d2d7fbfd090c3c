import { assert, describe, it } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { Effect } from "effect"
import * as Deadlines from "../../src/adapters/outbound/Deadlines.ts"
import { withJumps } from "../support/processes/jumpingClock.ts"

describe("deadlines", () => {
  it.effect("pass at their time, whatever other deadlines exist, and not if they are cancelled", () =>
    Effect.gen(function* () {
      const { cancel, start } = yield* Deadlines.make
      const passed: Array<string> = []
      const begin = (patience: "1 second" | "3 seconds", name: string) => start(patience, () => passed.push(name))
      begin("3 seconds", "long")
      const first = begin("1 second", "first")
      yield* TestClock.adjust("400 millis")
      begin("1 second", "second")
      cancel(first)
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(passed, [])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(passed, ["second"])
      begin("1 second", "third")
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(passed, ["second"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(passed, ["second", "third"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(passed, ["second", "third", "long"])
      begin("3 seconds", "later")
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(passed, ["second", "third", "long", "later"])
    })
  )

  it.effect.each(["1 hour", "-1 hour"] as const)("pass at their time, though the clock jumps by %s", (by) =>
    withJumps((jump) =>
      Effect.gen(function* () {
        const { start } = yield* Deadlines.make
        const passed: Array<string> = []
        start("10 seconds", () => passed.push("first"))
        yield* TestClock.adjust("9 seconds")
        start("10 seconds", () => passed.push("second"))
        yield* jump(by)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(passed, ["first"])
        yield* TestClock.adjust("8999 millis")
        assert.deepStrictEqual(passed, ["first"])
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(passed, ["first", "second"])
      })
    )
  )
})
