import { assert, describe, it } from "@effect/vitest"
import {
  areaPath,
  indexAt,
  labelledColumns,
  linePath,
  scaleOf,
  shadeOf,
  xAt,
  yAt
} from "../../../console/reports/chart/chartGeometry.ts"
import {
  addDays,
  changeOf,
  daysIn,
  presetRange,
  previousRange,
  rangeOf,
  rangeProblem,
  todayIn
} from "../../../console/reports/reportRange.ts"
import { formatDuration } from "../../../console/reports/reportText.ts"
import { sortedRows } from "../../../console/reports/subjectColumns.ts"

const box = { left: 10, top: 0, width: 100, height: 50 }

describe("ranges of reports", () => {
  it("presets: end today, except the last month", () => {
    const ranges = {
      today: ["2026-03-01", "2026-03-01"],
      "7d": ["2026-02-23", "2026-03-01"],
      "28d": ["2026-02-02", "2026-03-01"],
      "90d": ["2025-12-02", "2026-03-01"],
      month: ["2026-03-01", "2026-03-01"],
      lastMonth: ["2026-02-01", "2026-02-28"]
    } as const
    for (const name of ["today", "7d", "28d", "90d", "month", "lastMonth"] as const) {
      const { from, to } = presetRange(name, "2026-03-01")
      assert.deepStrictEqual([from, to], [...ranges[name]])
    }
  })

  it("the previous range: as many days, directly before", () => {
    const previous = previousRange({ from: "2026-03-01", to: "2026-03-07", timeZone: "UTC" })
    assert.deepStrictEqual(previous, { from: "2026-02-22", to: "2026-02-28", timeZone: "UTC" })
    assert.strictEqual(daysIn(previous), 7)
    assert.strictEqual(addDays("2024-02-28", 1), "2024-02-29")
  })

  it("today: the day of the time zone", () => {
    const at = Date.UTC(2026, 0, 1, 3)
    assert.strictEqual(todayIn("America/New_York", at), "2025-12-31")
    assert.strictEqual(todayIn("Asia/Tokyo", at), "2026-01-01")
  })

  it("an address: its days, else its preset, else seven days", () => {
    const now = Date.UTC(2026, 10, 29, 12)
    const of = (query: Record<string, string>) => rangeOf({ zone: "UTC", ...query }, now)
    assert.deepStrictEqual(of({ from: "2026-11-01", to: "2026-11-02", period: "90d" }), {
      range: { from: "2026-11-01", to: "2026-11-02", timeZone: "UTC" },
      preset: null
    })
    assert.strictEqual(of({ period: "28d" }).range.from, "2026-11-02")
    assert.strictEqual(of({ from: "2026-11-31", to: "2026-12-02" }).preset, "7d")
    assert.strictEqual(
      rangeOf({ zone: "Nowhere/City" }, now).range.timeZone,
      new Intl.DateTimeFormat().resolvedOptions().timeZone
    )
  })

  it("problems: the order of the days, and more than 92", () => {
    assert.strictEqual(rangeProblem("2026-11-02", "2026-11-01"), "order")
    assert.strictEqual(rangeProblem("", "2026-11-01"), "order")
    assert.strictEqual(rangeProblem("2026-01-01", "2026-04-02"), null)
    assert.strictEqual(rangeProblem("2026-01-01", "2026-04-03"), "length")
  })

  it("a change: a share of the previous value, none without one", () => {
    assert.strictEqual(changeOf(15, 10), 0.5)
    assert.strictEqual(changeOf(5, 10), -0.5)
    assert.isNull(changeOf(5, 0))
    assert.isNull(changeOf(null, 5))
  })
})

describe("geometry of charts", () => {
  it("scales: contain all values, with at most four round steps", () => {
    for (const [largest, end] of [
      [0, 1],
      [1, 1],
      [3, 3],
      [5, 6],
      [15, 15],
      [41, 60],
      [1_234, 1_500]
    ] as const) {
      const scale = scaleOf([null, largest], "count")
      assert.strictEqual(scale.end, end)
      assert.isAtMost(scale.ticks.length, 5)
    }
    assert.deepStrictEqual(scaleOf([100], "duration").ticks, [0, 30, 60, 90, 120])
    assert.strictEqual(scaleOf([86_400 * 9], "duration").end % 86_400, 0)
  })

  it("columns: a position leads to the column at it", () => {
    for (let index = 0; index < 7; index++) assert.strictEqual(indexAt(box, 7, xAt(box, 7, index)), index)
    assert.strictEqual(indexAt(box, 7, -50), 0)
    assert.strictEqual(indexAt(box, 7, 500), 6)
    assert.strictEqual(yAt(box, 10, 10), 0)
    assert.strictEqual(yAt(box, 10, 0), 50)
  })

  it("lines: a missing value is a gap, and a value between gaps is visible", () => {
    assert.strictEqual(linePath(box, [0, 10, null, 5], 10), "M22.5 50L47.5 0M97.5 25h0.1")
    assert.strictEqual(areaPath(box, [0, 10], 10), "M35 50L35 50L85 0L85 50Z")
    assert.strictEqual(linePath(box, [null], 10), "")
  })

  it("labels: as many as have room", () => {
    assert.deepStrictEqual(labelledColumns(640, 7), [0, 1, 2, 3, 4, 5, 6])
    assert.deepStrictEqual(labelledColumns(200, 7), [0, 3, 6])
  })

  it("shades: none for no message, the darkest for the most", () => {
    assert.deepStrictEqual(
      [0, 1, 50, 100].map((value) => shadeOf(value, 100)),
      [0, 1, 3, 5]
    )
  })
})

describe("values of reports", () => {
  it("durations: their two largest units", () => {
    assert.deepStrictEqual(
      [0, 59, 60, 125, 3_600, 7_500, 90_000].map((seconds) => formatDuration("en", seconds)),
      ["0s", "59s", "1m", "2m 5s", "1h", "2h 5m", "1d 1h"]
    )
  })

  it("rows without a value are last in both orders", () => {
    const rows = [{ n: null }, { n: 1 }, { n: 3 }]
    assert.deepStrictEqual(
      [true, false].map((isDescending) => sortedRows(rows, ({ n }) => n, isDescending).map(({ n }) => n)),
      [
        [3, 1, null],
        [1, 3, null]
      ]
    )
  })
})
