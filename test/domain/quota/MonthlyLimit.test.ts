import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { admitted, Month, monthlyLimit, monthOf } from "../../../src/domain/quota/MonthlyLimit.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))

/** Milliseconds from 1970 to the end of 9999. */
const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799_999 }))

const isMonth = Schema.is(Month)

describe("admitted", () => {
  it.prop("lets through all that fit, and not one more", { used: Count, allowed: Count, requested: Count }, (given) => {
    const { allowed, requested, used } = given
    const through = admitted(used, allowed, requested)
    assert.isTrue(through >= 0 && through <= requested)
    assert.isTrue(through === 0 || used + through <= allowed)
    assert.isTrue(through === requested || used + through >= allowed)
  })

  it.prop("lets as many through one by one as together", { used: Count, allowed: Count, requested: Count }, (given) => {
    let used = given.used
    for (let turn = 0; turn < given.requested; turn++) used += admitted(used, given.allowed, 1)
    assert.strictEqual(used - given.used, admitted(given.used, given.allowed, given.requested))
  })

  it.prop(
    "lets everything through where there is no limit",
    { used: Count, requested: Count },
    ({ requested, used }) => {
      assert.strictEqual(admitted(used, null, requested), requested)
    }
  )

  it("takes nothing back when deliveries went past the limit", () => {
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
  ])("puts %s into the month of %s", (at, month) => {
    assert.strictEqual(monthOf(DateTime.makeUnsafe(at)), month)
  })

  it.prop("is the UTC calendar month of every instant", { millis: Instant }, ({ millis }) => {
    const at = DateTime.makeUnsafe(millis)
    const month = monthOf(at)
    assert.isTrue(isMonth(month))
    assert.strictEqual(DateTime.startOf(at, "month").epochMilliseconds, DateTime.makeUnsafe(month).epochMilliseconds)
  })
})

describe("monthlyLimit", () => {
  it("is what the plans promise", () => {
    assert.deepStrictEqual(monthlyLimit, { free: 1_000, starter: 10_000, growth: 100_000, unlimited: null })
  })
})
