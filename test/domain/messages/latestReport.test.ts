import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { inTime, latestReport } from "../../../src/domain/messages/messageAfterwards.ts"
import { type ReportMark, maxEarlierReports } from "../../../src/domain/messages/Message.ts"

interface Report extends ReportMark {
  readonly earlier?: ReadonlyArray<ReportMark>
}

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const report = (seconds: number): Report => ({
  at: DateTime.add(beginning, { seconds }),
  key: `report ${String(seconds).padStart(3, "0")}`
})

/** Takes them one by one: what stands in the end, and those that were taken. */
const takeAll = (reports: ReadonlyArray<Report>) =>
  reports.reduce<{ readonly standing: Report | undefined; readonly taken: ReadonlyArray<string> }>(
    ({ standing, taken }, one) => {
      const after = latestReport(standing, one, inTime)
      return after === null ? { standing, taken } : { standing: after, taken: [...taken, one.key] }
    },
    { standing: undefined, taken: [] }
  )

const inOrder = Array.from({ length: 3 * maxEarlierReports }, (_, seconds) => report(seconds))

describe("latestReport", () => {
  it("accepts each report once, and stores only the newest keys", () => {
    const { standing, taken } = takeAll([...inOrder, ...inOrder, ...inOrder.toReversed()])
    assert.deepStrictEqual(
      taken,
      inOrder.map(({ key }) => key)
    )
    assert.strictEqual(standing?.key, inOrder.at(-1)?.key)
    assert.deepStrictEqual(
      standing?.earlier?.map(({ key }) => key),
      inOrder
        .slice(-1 - maxEarlierReports, -1)
        .toReversed()
        .map(({ key }) => key)
    )
  })

  it.prop(
    "has the same result in any order, and accepts no report twice",
    { places: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))) },
    ({ places }) => {
      const reports = places.map(report)
      const straight = takeAll(reports)
      const other = takeAll([...reports, ...reports].toReversed())
      assert.deepStrictEqual(other.standing, straight.standing)
      assert.strictEqual(new Set(straight.taken).size, straight.taken.length)
      if (new Set(places).size <= maxEarlierReports) {
        assert.deepStrictEqual(other.taken.toSorted(), straight.taken.toSorted())
      }
    },
    { arbitrary: { runs: 300 } }
  )
})
