import { Schema } from "effect"

/** What one round came to; times are in milliseconds, of a single piece of work. */
export const Round = Schema.Struct({
  done: Schema.Finite,
  perSecond: Schema.Finite,
  p50: Schema.Finite,
  p99: Schema.Finite,
  worst: Schema.Finite,
  /** What a process took up, where that is measured. */
  megabytes: Schema.optionalKey(Schema.Finite)
})
export type Round = typeof Round.Type

/** The least of the sorted numbers that so large a share of them is not above (nearest rank). */
const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN

const inOrder = (numbers: ReadonlyArray<number>) => numbers.toSorted((one, other) => one - other)

export const median = (numbers: ReadonlyArray<number>): number => quantile(inOrder(numbers), 0.5)

/** A round from how long each piece took, and how long all of them together; `done` where that is not all of them. */
export const roundOf = (took: ReadonlyArray<number>, millis: number, done = took.length): Round => {
  const sorted = inOrder(took)
  return {
    done,
    perSecond: (done * 1_000) / millis,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    worst: sorted.at(-1) ?? NaN
  }
}
