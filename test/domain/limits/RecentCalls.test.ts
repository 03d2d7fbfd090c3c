import { assert, describe, it } from "@effect/vitest"
import { rateTable, usualRates } from "../../../src/domain/limits/RateTier.ts"
import { type RecentCalls, noCalls, takeCall } from "../../../src/domain/limits/RateLedger.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"
import { bucket } from "../../testing/buckets.ts"

lawTests(runner, "recent calls, by their laws", Laws.rates, bucket)

describe("recent calls", () => {
  it("include each call once, and no expired call", () => {
    const allowance = { calls: 100, perMillis: 1_000 }
    const length = (list: RecentCalls["leaving"]): number => (list === null ? 0 : 1 + length(list.next))
    let [at, calls] = [1_000_000_000, noCalls]
    for (let place = 0; place < 2_000; place++) {
      at += (place % 7) * 30 * 1_000
      const [{ isAllowed }, after] = takeCall(allowance, calls, at)
      if (!isAllowed) assert.deepStrictEqual(after, calls)
      calls = after
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
      bulk: { calls: 10, perMillis: 60_000 },
      console: { calls: 2_000, perMillis: 60_000 }
    })
  })

  it("has no allowance for a tier with the number 0", () => {
    const rates = { standardPerMinute: 0, messagingPerSecond: 1, bulkPerMinute: 0, consolePerMinute: 0 }
    assert.deepStrictEqual(rateTable(rates), {
      standard: null,
      messaging: { calls: 1, perMillis: 1_000 },
      bulk: null,
      console: null
    })
  })
})
