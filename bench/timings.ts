import { Array, Effect } from "effect"

/** How long something took, in milliseconds: half of the times at most, and all but one in a hundred. */
export interface Timings {
  readonly median: number
  readonly p99: number
}

const quantiles = (took: ReadonlyArray<number>): Timings => {
  const sorted = [...took].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

/** Does it so many times, one after the other. */
export const timings = Effect.fnUntraced(function* <A, E, R>(look: Effect.Effect<A, E, R>, times: number) {
  const took = yield* Effect.forEach(
    Array.range(1, times),
    Effect.fnUntraced(function* () {
      const start = performance.now()
      yield* look
      return performance.now() - start
    })
  )
  return quantiles(took)
})

export const inFigures = ({ median, p99 }: Timings) =>
  `median ${median.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms`
