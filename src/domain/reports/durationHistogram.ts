/**
 * Largest relative error of a stated percentile. A bin contains durations that differ by less than a factor of
 * (1 + e) / (1 - e), and represents the one with the same relative distance to both ends.
 */
export const percentileError = 0.05

/** Durations up to this many milliseconds are in the first bin, and their percentiles are half of it. */
export const shortestMillis = 1_000

const factor = (1 + percentileError) / (1 - percentileError)

/** The bin of a duration in milliseconds. Bounds of bins grow exponentially. */
export const binOf = (millis: number): number =>
  millis <= shortestMillis ? 0 : Math.max(1, Math.ceil(Math.log(millis / shortestMillis) / Math.log(factor)))

/** The duration that a bin represents, in milliseconds. */
export const millisOf = (bin: number): number =>
  bin <= 0 ? shortestMillis / 2 : (shortestMillis * 2 * factor ** bin) / (factor + 1)

/** Numbers of durations by bin, without bins of 0, and the exact sum of the durations. */
export interface DurationHistogram {
  readonly bins: ReadonlyMap<number, number>
  readonly sumMillis: number
}

/** The histogram without durations. */
export const noDurations: DurationHistogram = { bins: new Map(), sumMillis: 0 }

/** The histogram of all durations of both. Associative and commutative. */
export const mergeDurations = (one: DurationHistogram, other: DurationHistogram): DurationHistogram => {
  const bins = new Map(one.bins)
  for (const [bin, number] of other.bins) {
    const sum = (bins.get(bin) ?? 0) + number
    if (sum === 0) bins.delete(bin)
    else bins.set(bin, sum)
  }
  return { bins, sumMillis: one.sumMillis + other.sumMillis }
}

/** The histogram of these durations in milliseconds. */
export const durationsOf = (durations: ReadonlyArray<number>): DurationHistogram =>
  durations.reduce(
    (sum, millis) => mergeDurations(sum, { bins: new Map([[binOf(millis), 1]]), sumMillis: millis }),
    noDurations
  )

/** The number of durations. */
export const durationCount = ({ bins }: DurationHistogram): number =>
  [...bins.values()].reduce((sum, number) => sum + number, 0)

/** The mean in milliseconds, which is exact; null without durations. */
export const meanOf = (histogram: DurationHistogram): number | null => {
  const count = durationCount(histogram)
  return count === 0 ? null : histogram.sumMillis / count
}

/**
 * The duration in milliseconds that this share of the durations does not exceed, such as 0.9 for the 90th percentile; null
 * without durations. It differs from the exact one by `percentileError` of it at most, or by half of `shortestMillis`.
 */
export const percentileOf = (histogram: DurationHistogram, share: number): number | null => {
  const rank = Math.max(1, Math.ceil(share * durationCount(histogram)))
  const inOrder = [...histogram.bins].toSorted(([one], [other]) => one - other)
  let below = 0
  for (const [bin, number] of inOrder) {
    below += number
    if (below >= rank) return millisOf(bin)
  }
  return null
}
