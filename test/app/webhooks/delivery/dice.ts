/** Chance that a seed decides: the same seed gives the same throws. */
export interface Dice {
  /** A number in [0, 1). */
  readonly next: () => number
  /** A whole number from 0, below the limit. */
  readonly below: (limit: number) => number
  /** Whether something happens that does so with this probability. */
  readonly chance: (probability: number) => boolean
}

/** Throws of mulberry32. */
export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, chance: (probability) => next() < probability }
}

export const seeds = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, seed) => seed + 1)
