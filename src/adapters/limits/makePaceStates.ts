import { type PaceState, unusedPace } from "../../domain/limits/SendPace.ts"

/** Most pairs, numbers and accounts that are remembered: 10 MB as a rule, and 40 MB if each has sent a whole burst. */
export const maxRemembered = 50_000

/** Milliseconds after which something that was not used is forgotten: the span that the allowance of a pair covers. */
const forgetMillis = 270_000

/**
 * States by key, in two generations. A use moves a state into the recent one. The older one is dropped whole after a
 * while, or early when there are too many: an allowance that was dropped is whole again.
 */
export const makePaceStates = (most: number) => {
  const generationSize = Math.max(1, Math.floor(most / 2))
  let recent = new Map<string, PaceState>()
  let older = new Map<string, PaceState>()
  let turnedAt = Number.NEGATIVE_INFINITY
  return {
    get: (key: string): PaceState => recent.get(key) ?? older.get(key) ?? unusedPace,
    set: (key: string, state: PaceState, at: number): void => {
      if (at - turnedAt >= forgetMillis || (recent.size >= generationSize && !recent.has(key))) {
        older = recent
        recent = new Map()
        turnedAt = at
      }
      older.delete(key)
      recent.set(key, state)
    },
    size: () => recent.size + older.size
  }
}
