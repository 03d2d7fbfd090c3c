import { assert, describe, it } from "@effect/vitest"
import { chartScale, projectedUsage } from "../../../console/developers/organization/chartScale.ts"

describe("chart scale", () => {
  it.each([
    [[], 1, [0, 1]],
    [[0], 1, [0, 1]],
    [[3, 1], 3, [0, 1, 2, 3]],
    [[7], 8, [0, 2, 4, 6, 8]],
    [[1_000, 420], 1_000, [0, 200, 400, 600, 800, 1_000]],
    [[1_001], 1_500, [0, 500, 1_000, 1_500]],
    [[Number.NaN, Number.POSITIVE_INFINITY, 10], 10, [0, 2, 4, 6, 8, 10]]
  ])("the chart scale for %j ends at %i", (values, end, marks) => {
    const scale = chartScale(values)
    assert.strictEqual(scale.end, end)
    assert.deepStrictEqual(scale.marks, marks)
  })

  it("the chart scale has at most five round ticks besides 0, and covers every value", () => {
    for (let value = 1; value < 10_000_000; value = Math.ceil(value * 1.37)) {
      const { at, end, marks } = chartScale([value])
      assert.isAtMost(marks.length, 6)
      assert.isAtLeast(end, value)
      assert.strictEqual(at(end), 1)
      assert.isAtMost(at(value), 1)
      const step = marks[1] ?? 0
      assert.include([1, 2, 5], Number(String(step).replaceAll("0", "")))
    }
  })

  it("the chart scale clamps values outside of its range", () => {
    const { at } = chartScale([10])
    assert.deepStrictEqual([at(-1), at(5), at(20)], [0, 0.5, 1])
  })
})

describe("projected usage of a month", () => {
  it.each([
    ["2026-11", 150, "2026-11-16T00:00:00Z", 300],
    ["2026-02", 1, "2026-02-02T00:00:00Z", 28],
    ["2026-12", 0, "2026-12-24T12:00:00Z", 0],
    ["2026-11", 5, "2026-11-01T23:59:59Z", null],
    ["2026-11", 5, "2026-12-01T00:00:00Z", null],
    ["November", 5, "2026-11-16T00:00:00Z", null]
  ])("the projection of %s with %i events at %s is %s", (month, used, now, expected) => {
    assert.strictEqual(projectedUsage(month, used, Date.parse(now)), expected)
  })
})
