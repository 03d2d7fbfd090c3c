import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type RateAllowance, rateTable, usualRates } from "../../../src/domain/quota/RateTier.ts"
import { noCalls, type RecentCalls, takeCall } from "../../../src/domain/quota/RecentCalls.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Allowance = Schema.Struct({
  calls: Between(1, 50),
  perMillis: Schema.Union([Schema.Literals([1_000, 60_000]), Between(1, 5_000)])
})

const micros = 1_000

/** Microseconds between one call and the next: none, few, and about a period. */
const Gaps = Schema.Array(
  Schema.Union([Schema.Literal(0), Between(0, 20_000), Between(0, 5_000_000), Between(0, 120_000_000)])
).check(Schema.isMinLength(1), Schema.isMaxLength(150))

/** Such gaps, and a clock that is set back. */
const Jumps = Schema.Array(Between(-5_000_000, 5_000_000)).check(Schema.isMinLength(1), Schema.isMaxLength(150))

/** The calls of a sequence, from an unused allowance on. */
const calling = (allowance: RateAllowance, gaps: ReadonlyArray<number>) => {
  let at = 1_000_000_000
  let calls: RecentCalls = noCalls
  return gaps.map((gap) => {
    at += gap
    const [verdict, after] = takeCall(allowance, calls, at)
    calls = after
    return { at, verdict, calls }
  })
}

const times = (count: number) => Array.from({ length: count }, () => 0)

/** The same decision without any cleverness: every accepted call is kept, and all are looked at. */
const model = (allowance: RateAllowance, instants: ReadonlyArray<number>): ReadonlyArray<boolean> => {
  const accepted: Array<number> = []
  return instants.map((at) => {
    const isAccepted = accepted.filter((then) => at - then < allowance.perMillis * micros).length < allowance.calls
    if (isAccepted) accepted.push(at)
    return isAccepted
  })
}

describe("recent calls", () => {
  it.prop(
    "accept no more than the number in any window of one period",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      const accepted = calling(allowance, gaps).filter(({ verdict }) => verdict.isAllowed)
      accepted.forEach(({ at }, place) => {
        const tooMany = accepted[place + allowance.calls]
        if (tooMany !== undefined) assert.isAtLeast(tooMany.at - at, allowance.perMillis * micros)
      })
    }
  )

  it.prop("refuse only when the window is full", { allowance: Allowance, gaps: Gaps }, ({ allowance, gaps }) => {
    const calls = calling(allowance, gaps)
    assert.deepStrictEqual(
      calls.map(({ verdict }) => verdict.isAllowed),
      model(
        allowance,
        calls.map(({ at }) => at)
      )
    )
  })

  it.prop(
    "give an idle organization its whole burst at one instant, and then nothing more",
    { allowance: Allowance, gaps: Gaps, more: Between(1, 20) },
    ({ allowance, gaps, more }) => {
      const idle = allowance.perMillis * micros
      const calls = calling(allowance, [...gaps, idle, ...times(allowance.calls + more - 1)]).slice(gaps.length)
      assert.deepStrictEqual(
        calls.map(({ verdict }) => verdict.isAllowed),
        calls.map((_, place) => place < allowance.calls)
      )
    }
  )

  it.prop(
    "accept a caller that waits for Retry-After, and its whole burst",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      for (const { at, calls, verdict } of calling(allowance, gaps)) {
        if (verdict.isAllowed) continue
        const [later, after] = takeCall(allowance, calls, at + verdict.retryAfterSeconds * 1_000 * micros)
        assert.isTrue(later.isAllowed)
        assert.strictEqual(later.remaining, allowance.calls - 1)
        assert.strictEqual(after.count, 1)
      }
    }
  )

  it.prop(
    "name a wait that is the period, and never ends before the reset",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      for (const { verdict } of calling(allowance, gaps)) {
        const seconds = verdict.isAllowed ? 0 : Math.ceil(allowance.perMillis / 1_000)
        assert.strictEqual(verdict.retryAfterSeconds, seconds)
        if (!verdict.isAllowed) assert.isAtMost(verdict.resetSeconds, seconds)
      }
    }
  )

  it.prop(
    "tell how many more calls are accepted now, and when all are",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      const { at, calls, verdict } = calling(allowance, gaps).at(-1) ?? assert.fail()
      const accepted = (instant: number) => {
        let left = calls
        let count = 0
        for (;;) {
          const [{ isAllowed }, after] = takeCall(allowance, left, instant)
          if (!isAllowed) return count
          left = after
          count += 1
        }
      }
      assert.strictEqual(accepted(at), verdict.remaining)
      assert.strictEqual(accepted(at + verdict.resetSeconds * 1_000 * micros), allowance.calls)
      if (verdict.resetSeconds > 1) {
        assert.isBelow(accepted(at + (verdict.resetSeconds - 1) * 1_000 * micros), allowance.calls)
      }
    }
  )

  it.prop(
    "do not count what they refuse",
    { allowance: Allowance, gaps: Gaps, more: Between(1, 50) },
    ({ allowance, gaps, more }) => {
      const { at, calls } = calling(allowance, [...gaps, ...times(allowance.calls + 1)]).at(-1) ?? assert.fail()
      let left = calls
      for (let call = 0; call < more; call++) [, left] = takeCall(allowance, left, at)
      assert.deepStrictEqual(left, calls)
    }
  )

  it.prop(
    "take a clock that goes back for one that stands still",
    { allowance: Allowance, jumps: Jumps },
    ({ allowance, jumps }) => {
      let newest = Number.NEGATIVE_INFINITY
      const instants: Array<number> = []
      const calls = calling(allowance, jumps)
      for (const { at, verdict } of calls) {
        instants.push(Math.max(at, newest))
        if (verdict.isAllowed) newest = Math.max(at, newest)
        assert.isTrue(verdict.remaining >= 0 && verdict.resetSeconds >= 0)
      }
      assert.deepStrictEqual(
        calls.map(({ verdict }) => verdict.isAllowed),
        model(allowance, instants)
      )
    }
  )

  it("hold each call once, and none that is over", () => {
    const allowance = { calls: 100, perMillis: 1_000 }
    const length = (list: RecentCalls["leaving"]): number => (list === null ? 0 : 1 + length(list.next))
    for (const { calls } of calling(
      allowance,
      Array.from({ length: 2_000 }, (_, place) => (place % 7) * 30 * micros)
    )) {
      assert.strictEqual(length(calls.leaving) + length(calls.entered), calls.count)
      assert.isAtMost(calls.count, allowance.calls)
    }
  })
})

describe("the table of rate tiers", () => {
  it("is that of the contract by default", () => {
    assert.deepStrictEqual(rateTable(usualRates), {
      standard: { calls: 100, perMillis: 60_000 },
      messaging: { calls: 30, perMillis: 1_000 },
      bulk: { calls: 10, perMillis: 60_000 }
    })
  })

  it("has no allowance for a tier whose number is 0", () => {
    const rates = { standardPerMinute: 0, messagingPerSecond: 1, bulkPerMinute: 0 }
    assert.deepStrictEqual(rateTable(rates), {
      standard: null,
      messaging: { calls: 1, perMillis: 1_000 },
      bulk: null
    })
  })
})
