import { Effect, Random } from "effect"

/** The next number of a generator, from 0 to below 1. */
export type Draw = () => number

/** A generator of its own for everything that has a name, so that what one does changes nothing for the others. */
export const drawFor = (seed: number, name: string): Effect.Effect<Draw> =>
  Effect.map(Random.withSeed(Random.Random, `${seed} ${name}`), (random) => () => random.nextDoubleUnsafe())

/** A whole number from 0 to below the limit. */
export const below = (draw: Draw, limit: number): number => Math.floor(draw() * limit)

/** A random element. */
export const oneOf = <A>(draw: Draw, [first, ...others]: readonly [A, ...ReadonlyArray<A>]): A =>
  [first, ...others][below(draw, others.length + 1)] ?? first

/** A random element, by weight. */
export const weighted = <A>(
  draw: Draw,
  all: readonly [readonly [weight: number, A], ...ReadonlyArray<readonly [weight: number, A]>]
): A => {
  let left = draw() * all.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, one] of all) {
    left -= weight
    if (left < 0) return one
  }
  return all[0][1]
}
