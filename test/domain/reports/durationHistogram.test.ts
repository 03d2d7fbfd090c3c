import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type DurationHistogram,
  durationCount,
  durationsOf,
  meanOf,
  mergeDurations,
  noDurations,
  percentileError,
  percentileOf,
  shortestMillis
} from "../../../src/domain/reports/durationHistogram.ts"

/** From nothing to ten years, with as many short durations as long ones. */
const Millis = Schema.Tuple([
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 })),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))
])
const Durations = Schema.Array(Millis).check(Schema.isMaxLength(60))

const millisIn = (durations: typeof Durations.Type) =>
  durations.map(([digits, exponent]) => Math.min(digits * 10 ** exponent, 315_360_000_000))

const comparable = ({ bins, sumMillis }: DurationHistogram) => ({
  bins: [...bins].toSorted(([one], [other]) => one - other),
  sumMillis
})

const histogramOf = (durations: typeof Durations.Type) => durationsOf(millisIn(durations))

describe("duration histogram", () => {
  it.prop(
    "merging is associative and commutative, and equals the histogram of all",
    [Durations, Durations, Durations],
    ([a, b, c]) => {
      const [one, two, three] = [histogramOf(a), histogramOf(b), histogramOf(c)]
      const left = comparable(mergeDurations(mergeDurations(one, two), three))
      assert.deepStrictEqual(left, comparable(mergeDurations(one, mergeDurations(two, three))))
      assert.deepStrictEqual(left, comparable(mergeDurations(mergeDurations(three, two), one)))
      assert.deepStrictEqual(left, comparable(histogramOf([...a, ...b, ...c])))
      assert.deepStrictEqual(comparable(mergeDurations(one, noDurations)), comparable(one))
    }
  )

  it.prop(
    "a percentile is within the relative error of the exact one, and the mean is exact",
    [Durations],
    ([durations]) => {
      const millis = millisIn(durations).toSorted((one, other) => one - other)
      const histogram = durationsOf(millis)
      assert.strictEqual(durationCount(histogram), millis.length)
      assert.strictEqual(
        meanOf(histogram),
        millis.length === 0 ? null : millis.reduce((sum, one) => sum + one, 0) / millis.length
      )
      for (const share of [0, 0.5, 0.9, 0.99, 1]) {
        const exact = millis[Math.max(1, Math.ceil(share * millis.length)) - 1]
        const stated = percentileOf(histogram, share)
        if (exact === undefined || stated === null) {
          assert.strictEqual(stated, null)
          assert.isUndefined(exact)
        } else {
          const bound = Math.max(percentileError * exact * (1 + 1e-9), shortestMillis / 2)
          assert.isAtMost(Math.abs(stated - exact), bound, `${stated} instead of ${exact}`)
        }
      }
    }
  )
})
