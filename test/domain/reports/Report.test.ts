import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { Day } from "../../../src/domain/limits/MessageCount.ts"
import { hoursOf, maxReportedDays, reportPeriod, reportedHours } from "../../../src/domain/reports/Report.ts"
import { bucketMillis } from "../../../src/domain/reports/reportCounters.ts"

const now = DateTime.makeUnsafe("2026-11-28T23:30:00.000Z")
const day = Schema.decodeUnknownSync(Day)

const periodOf = (request: Parameters<typeof reportPeriod>[0]) => Result.getOrThrow(reportPeriod(request, now))
const refusalOf = (request: Parameters<typeof reportPeriod>[0]) =>
  Result.match(reportPeriod(request, now), { onFailure: ({ reason }) => reason, onSuccess: () => null })

const hour = 60 * 60 * 1_000

describe("period of a report", () => {
  it("by default is the last 7 days up to today, in the zone", () => {
    assert.deepStrictEqual([periodOf({}).from, periodOf({}).to], ["2026-11-22", "2026-11-28"])
    const berlin = periodOf({ timeZone: "Europe/Berlin" })
    assert.deepStrictEqual([berlin.from, berlin.to], ["2026-11-23", "2026-11-29"])
  })

  it.each([
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Australia/Lord_Howe",
    "America/Santiago"
  ])("in %s has days without gaps, each beginning with a bucket", (timeZone) => {
    for (const from of ["2026-03-01", "2026-09-01", "2026-10-01"]) {
      const to = DateTime.formatIsoDate(DateTime.add(DateTime.makeUnsafe(from), { days: maxReportedDays - 1 }))
      const { days } = periodOf({ from: day(from), to: day(to), timeZone })
      assert.lengthOf(days, maxReportedDays)
      for (const [index, { end, start }] of days.entries()) {
        assert.strictEqual(start % bucketMillis, 0)
        assert.isTrue(end - start >= 23 * hour && end - start <= 25 * hour)
        assert.strictEqual(end, days[index + 1]?.start ?? end)
      }
    }
  })

  it("is refused for an unknown zone, an order that is wrong, too many days and days of another era", () => {
    assert.strictEqual(refusalOf({ timeZone: "Europe/Nowhere" }), "unknown time zone")
    assert.strictEqual(refusalOf({ timeZone: "" }), "unknown time zone")
    assert.strictEqual(refusalOf({ timeZone: "Europe/".repeat(1_000) }), "unknown time zone")
    assert.strictEqual(refusalOf({ from: day("2026-11-29"), to: day("2026-11-28") }), "ends before it begins")
    assert.strictEqual(refusalOf({ from: day("2026-08-29"), to: day("2026-11-28") }), null)
    assert.strictEqual(refusalOf({ from: day("2026-08-28"), to: day("2026-11-28") }), "too many days")
    assert.strictEqual(refusalOf({ to: day("9999-12-31") }), "day out of range")
    assert.strictEqual(refusalOf({ to: day("1899-12-31") }), "day out of range")
  })
})

describe("hours of a report", () => {
  it("add up to the messages, by weekday and hour of the zone", () => {
    // The clock goes back on Sunday the 25th: its day has 25 hours.
    const period = periodOf({ from: day("2026-10-25"), to: day("2026-10-26"), timeZone: "Europe/Berlin" })
    const hours = hoursOf(period)
    assert.lengthOf(hours, 49)
    const sums = hours.map((_, span) => ({ span, key: "", measure: "received" as const, bin: 0, number: 1 }))
    const week = reportedHours(hours, sums)
    assert.lengthOf(week, 168)
    assert.deepStrictEqual(week.at(-22), { weekday: 7, hour: 2, received: 2, sent: 0 })
    assert.deepStrictEqual(week[0], { weekday: 1, hour: 0, received: 1, sent: 0 })
    assert.strictEqual(
      week.reduce((sum, { received }) => sum + received, 0),
      49
    )
  })
})
