import { Effect } from "effect"
import { roundOf } from "./Round.ts"

/**
 * Does something over and over on so many fibers, until the time is over or it answers false; what answers false is not
 * counted.
 */
export const fibers = Effect.fnUntraced(function* <E, R>(
  one: (ordinal: number) => Effect.Effect<boolean, E, R>,
  { concurrency, seconds = Infinity }: { readonly concurrency: number; readonly seconds?: number }
) {
  const took: Array<number> = []
  let ordinal = 0
  const begin = performance.now()
  const end = begin + seconds * 1_000
  let last = begin
  const loop = Effect.gen(function* () {
    while (performance.now() < end) {
      const start = performance.now()
      if (!(yield* one(ordinal++))) return
      last = performance.now()
      took.push(last - start)
    }
  })
  yield* Effect.all(
    Array.from({ length: concurrency }, () => loop),
    { concurrency: "unbounded", discard: true }
  )
  return roundOf(took, last - begin)
})

/** How long each of so many takes, one after the other. */
export const oneByOne = <A, E, R>(one: Effect.Effect<A, E, R>, times: number) =>
  Effect.suspend(() => {
    let left = times
    return fibers(() => (left-- > 0 ? Effect.as(one, true) : Effect.succeed(false)), { concurrency: 1 })
  })
