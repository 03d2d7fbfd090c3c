/** What one round came to; times are in milliseconds, of a single piece of work. */
export interface Round {
  readonly done: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
  /** What a process took up, where that is measured. */
  readonly megabytes?: number
}

/** The value below which that share of the sorted numbers lies. */
const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

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
