import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { admitted, monthOf, monthlyLimit } from "../../../src/domain/limits/MonthlyLimit.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

lawTests(runner, "admitted, by its laws", Laws.quota, admitted)
lawTests(runner, "monthOf, by its laws", Laws.months, monthOf)

describe("admitted", () => {
  it("returns 0 if deliveries already exceeded the limit", () => {
    assert.strictEqual(admitted(1_007, 1_000, 5), 0)
  })
})

describe("monthOf", () => {
  it.each([
    ["2026-11-01T00:00:00.000Z", "2026-11-01"],
    ["2026-11-30T23:59:59.999Z", "2026-11-01"],
    ["2026-12-01T00:00:00.000Z", "2026-12-01"],
    ["2024-02-29T12:00:00.000Z", "2024-02-01"],
    ["2026-12-01T00:30:00.000+01:00", "2026-11-01"],
    ["2026-11-30T23:30:00.000-01:00", "2026-12-01"]
  ])("returns for %s the month %s", (at, month) => {
    assert.strictEqual(monthOf(DateTime.makeUnsafe(at)), month)
  })
})

describe("monthlyLimit", () => {
  it("has the numbers of the plans", () => {
    assert.deepStrictEqual(monthlyLimit, { free: 1_000, starter: 10_000, growth: 100_000, unlimited: null })
  })
})
