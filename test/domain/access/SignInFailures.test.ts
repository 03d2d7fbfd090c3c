import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type SignInFailures,
  pairLimit,
  secondsUntilNextAttempt,
  secondsUntilNextTry,
  withFailure
} from "../../../src/domain/access/SignIn.ts"

const { failures: maxFailures, windowMillis: failureWindow } = pairLimit

/** Milliseconds between one try and the next. */
const Pauses = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: failureWindow / 2 })))

/** The instants of the tries that are let pass, all of them with a wrong password. */
const passed = (pauses: ReadonlyArray<number>): ReadonlyArray<number> => {
  let failures: SignInFailures = []
  let at = 0
  const tries: Array<number> = []
  for (const pause of pauses) {
    at += pause
    if (secondsUntilNextTry(pairLimit, failures, at) > 0) continue
    failures = withFailure(pairLimit, failures, at)
    tries.push(at)
  }
  return tries
}

describe("SignInFailures", () => {
  it.prop("allows at most five wrong passwords in any five minutes", { pauses: Pauses }, ({ pauses }) => {
    const tries = passed(pauses)
    for (const from of tries) {
      assert.isAtMost(tries.filter((at) => at >= from && at < from + failureWindow).length, maxFailures)
    }
  })

  it.prop(
    "allows the next attempt at the announced time, and not a second earlier",
    { pauses: Pauses },
    ({ pauses }) => {
      let failures: SignInFailures = []
      let at = 0
      for (const pause of pauses) {
        at += pause
        const seconds = secondsUntilNextTry(pairLimit, failures, at)
        assert.strictEqual(secondsUntilNextTry(pairLimit, failures, at + seconds * 1_000), 0)
        if (seconds > 1) assert.isAbove(secondsUntilNextTry(pairLimit, failures, at + (seconds - 1) * 1_000), 0)
        if (seconds === 0) failures = withFailure(pairLimit, failures, at)
        assert.isAtMost(failures.length, maxFailures)
      }
    }
  )

  it.prop("does not limit fewer than five failures", { pauses: Pauses }, ({ pauses }) => {
    const few = pauses.slice(0, maxFailures)
    assert.strictEqual(passed(few).length, few.length)
  })

  it("limits a familiar origin only by failures of its own pair of account and origin", () => {
    const many = Array.from({ length: 500 }, () => 0)
    const record = { pair: [], account: many, origin: many, isFamiliar: true }
    assert.strictEqual(secondsUntilNextAttempt(record, 1), 0)
    assert.strictEqual(secondsUntilNextAttempt({ ...record, isFamiliar: false }, 0), 3_600)
    assert.strictEqual(secondsUntilNextAttempt({ ...record, pair: many.slice(0, 5) }, 0), 300)
  })
})
