import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { fullBucket, type RateBucket, refill, takeCall } from "../../../src/domain/quota/RateBucket.ts"
import { type RateAllowance, rateTable, usualRates } from "../../../src/domain/quota/RateTier.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const Allowance = Schema.Struct({
  calls: Between(1, 50),
  perMillis: Schema.Union([Schema.Literals([1_000, 60_000]), Between(1, 5_000)])
})

/** Milliseconds between one call and the next: none, few, and as long as filling takes. */
const Gaps = Schema.Array(
  Schema.Union([Schema.Literal(0), Between(0, 20), Between(0, 5_000), Between(0, 120_000)])
).check(Schema.isMinLength(1), Schema.isMaxLength(120))
/** A clock that is set, also back. */
const Jumps = Schema.Array(Between(-5_000, 5_000)).check(Schema.isMinLength(1), Schema.isMaxLength(120))

/** The calls of a sequence, from a full bucket on. */
const calling = (allowance: RateAllowance, gaps: ReadonlyArray<number>) => {
  const start = 1_000_000
  let at = start
  let bucket: RateBucket = fullBucket(allowance, start)
  return gaps.map((gap) => {
    at += gap
    const [verdict, after] = takeCall(allowance, bucket, at)
    bucket = after
    return { at, verdict, bucket }
  })
}

describe("a rate bucket", () => {
  it.prop(
    "lets through, in any span, no more than the allowance and what comes back in that span",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      const passed = calling(allowance, gaps).filter(({ verdict }) => verdict.isAllowed)
      passed.forEach((first, from) =>
        passed.slice(from).forEach((last, more) => {
          const back = Math.floor(((last.at - first.at) * allowance.calls) / allowance.perMillis)
          assert.isAtMost(more + 1, allowance.calls + back)
        })
      )
    }
  )

  it.prop(
    "refuses nobody who keeps to the pace",
    { allowance: Allowance, extra: Between(0, 30), count: Between(1, 100) },
    ({ allowance, count, extra }) => {
      const pace = Math.ceil(allowance.perMillis / allowance.calls) + extra
      const calls = calling(
        allowance,
        Array.from({ length: count }, () => pace)
      )
      assert.isTrue(calls.every(({ verdict }) => verdict.isAllowed))
    }
  )

  it.prop(
    "never holds more than the allowance, nor less than nothing",
    { allowance: Allowance, gaps: Gaps, jumps: Jumps },
    ({ allowance, gaps, jumps }) => {
      for (const { bucket, verdict } of [...calling(allowance, gaps), ...calling(allowance, jumps)]) {
        assert.isTrue(bucket.tokens >= 0 && bucket.tokens <= allowance.calls * allowance.perMillis)
        assert.isTrue(verdict.remaining >= 0 && verdict.remaining <= allowance.calls)
      }
    }
  )

  it.prop(
    "lets exactly the allowance through at one instant, and then nothing more",
    { allowance: Allowance, more: Between(1, 20) },
    ({ allowance, more }) => {
      const verdicts = calling(
        allowance,
        Array.from({ length: allowance.calls + more }, () => 0)
      ).map(({ verdict }) => verdict.isAllowed)
      assert.deepStrictEqual(
        verdicts,
        verdicts.map((_, place) => place < allowance.calls)
      )
    }
  )

  it.prop("brings a call back at the very millisecond, and not before", { allowance: Allowance }, ({ allowance }) => {
    const used: RateBucket = { tokens: 0, at: 0 }
    const due = Math.ceil(allowance.perMillis / allowance.calls)
    assert.isFalse(takeCall(allowance, used, due - 1)[0].isAllowed)
    assert.isTrue(takeCall(allowance, used, due)[0].isAllowed)
  })

  it.prop(
    "fills the same in one span as in its parts",
    { allowance: Allowance, gaps: Gaps, taken: Between(1, 50) },
    ({ allowance, gaps, taken }) => {
      const used: RateBucket = { tokens: Math.max(0, allowance.calls - taken) * allowance.perMillis, at: 0 }
      const inParts = gaps.reduce((bucket, gap) => refill(allowance, bucket, bucket.at + gap), used)
      const whole = gaps.reduce((sum, gap) => sum + gap, 0)
      assert.deepStrictEqual(inParts, refill(allowance, used, whole))
    }
  )

  it.prop(
    "gives nothing for a clock that goes back, and goes on filling from there",
    { allowance: Allowance, back: Between(1, 100_000), later: Between(0, 5_000), tokens: Between(0, 50_000) },
    ({ allowance, back, later, tokens }) => {
      const held = Math.min(tokens, allowance.calls * allowance.perMillis)
      const returned = refill(allowance, { tokens: held, at: 200_000 }, 200_000 - back)
      assert.deepStrictEqual(returned, { tokens: held, at: 200_000 - back })
      assert.deepStrictEqual(
        refill(allowance, returned, returned.at + later),
        refill(allowance, { tokens: held, at: returned.at }, returned.at + later)
      )
    }
  )

  it.prop(
    "tells the refused when to come back: not a second too late, and not in vain",
    { allowance: Allowance, gaps: Gaps },
    ({ allowance, gaps }) => {
      for (const { at, bucket, verdict } of calling(allowance, gaps)) {
        const passes = (seconds: number) => takeCall(allowance, bucket, at + seconds * 1_000)[0].isAllowed
        if (verdict.isAllowed) continue
        assert.isTrue(passes(verdict.retryAfterSeconds))
        assert.isTrue(verdict.retryAfterSeconds === 1 || !passes(verdict.retryAfterSeconds - 1))
      }
    }
  )

  it.prop("tells when the allowance is whole again", { allowance: Allowance, gaps: Gaps }, ({ allowance, gaps }) => {
    const whole = allowance.calls * allowance.perMillis
    for (const { at, bucket, verdict } of calling(allowance, gaps)) {
      const later = (seconds: number) => refill(allowance, bucket, at + seconds * 1_000).tokens
      assert.strictEqual(later(verdict.resetSeconds), whole)
      assert.isTrue(verdict.resetSeconds === 0 || later(verdict.resetSeconds - 1) < whole)
    }
  })
})

describe("the table of rate tiers", () => {
  it("is the one of the contract when nobody says otherwise", () => {
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
