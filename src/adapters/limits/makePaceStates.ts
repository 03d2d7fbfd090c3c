import { type PaceState, unusedPace } from "../../domain/limits/SendPace.ts"

/** Maximum number of stored pairs, numbers and accounts: usually 10 MB, and 40 MB if each has sent a whole burst. */
export const maxRemembered = 50_000

/** Milliseconds after which an unused state is dropped: the span of a pair's allowance. */
const forgetMillis = 270_000

/**
 * States by key, in two generations. A use moves a state into the recent one. The older one is dropped whole after a
 * while, or early beyond the maximum; a dropped allowance is full again.
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
