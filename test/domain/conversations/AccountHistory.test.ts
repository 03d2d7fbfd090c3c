import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { type AccountHistory, hasEnded, withHistoryReport } from "../../../src/domain/conversations/AccountHistory.ts"

const at = (minutes: number) => DateTime.add(DateTime.makeUnsafe("2026-11-20T12:00:00Z"), { minutes })
const report = (phase: number, progress: number, minutes: number) => ({
  phase,
  progress,
  isDeclined: false,
  at: at(minutes)
})
const declined = { phase: null, progress: null, isDeclined: true, at: at(9) }

const after = (...reports: ReadonlyArray<typeof declined | ReturnType<typeof report>>) =>
  reports.reduce<AccountHistory | null>(withHistoryReport, null)

describe("the progress of a history", () => {
  it("history: progress never goes back, in any order and with repetitions", () => {
    const expected = { status: "completed" as const, phase: 2, progress: 100, at: at(3) }
    assert.deepStrictEqual(after(report(0, 30, 1), report(1, 60, 2), report(2, 100, 3)), expected)
    assert.deepStrictEqual(after(report(2, 100, 3), report(0, 30, 1), report(1, 60, 2), report(1, 60, 2)), expected)
  })

  it("history: a part after a refusal counts, and a refusal after parts does not", () => {
    assert.strictEqual(after(declined)?.status, "declined")
    assert.strictEqual(after(declined, report(0, 30, 1))?.status, "syncing")
    assert.strictEqual(after(report(0, 30, 1), declined)?.status, "syncing")
  })

  it("history: it ends once", () => {
    const syncing = withHistoryReport(null, report(0, 30, 1))
    const completed = withHistoryReport(syncing, report(2, 100, 3))
    assert.isFalse(hasEnded(null, syncing))
    assert.isTrue(hasEnded(syncing, completed))
    assert.isFalse(hasEnded(completed, withHistoryReport(completed, report(2, 100, 4))))
  })
})
