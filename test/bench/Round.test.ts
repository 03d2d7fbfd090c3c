import { assert, describe, it } from "@effect/vitest"
import { median, roundOf } from "../../bench/Round.ts"

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

describe("Round of a benchmark", () => {
  it.each([
    [1, { p50: 1, p99: 1, worst: 1 }],
    [4, { p50: 2, p99: 4, worst: 4 }],
    [100, { p50: 50, p99: 99, worst: 100 }],
    [1_000, { p50: 500, p99: 990, worst: 1_000 }]
  ] as const)("has p50, p99 and the maximum of %i times", (count, expected) => {
    const { p50, p99, worst } = roundOf(upTo(count).toReversed(), 2_000)
    assert.deepStrictEqual({ p50, p99, worst }, expected)
  })

  it("has the rate per second", () => {
    assert.deepInclude(roundOf(upTo(4), 2_000), { done: 4, perSecond: 2 })
    assert.deepInclude(roundOf(upTo(4), 2_000, 10), { done: 10, perSecond: 5 })
  })

  it("has the middle value as median", () => {
    assert.strictEqual(median([3, 1, 2]), 2)
    assert.isNaN(median([]))
  })
})
