import type { History, Step } from "./History.ts"

/** Runs of a search for a shorter history at most. */
const maxRuns = 400

/** The steps without those from `start` on, `count` of them. */
const without = (steps: ReadonlyArray<Step>, start: number, count: number): ReadonlyArray<Step> => [
  ...steps.slice(0, start),
  ...steps.slice(start + count)
]

/**
 * Searches the shortest history that still fails (delta debugging): without ever smaller parts of its steps, and with
 * fewer processes. Steps are independent, so each part may go.
 */
export const shrinkHistory = (history: History, fails: (shorter: History) => boolean): History => {
  let best = history
  let runs = 0
  const tryOut = (shorter: History): boolean => {
    if (runs >= maxRuns) return false
    runs += 1
    if (!fails(shorter)) return false
    best = shorter
    return true
  }
  const withoutParts = (size: number): void => {
    let start = 0
    while (start < best.steps.length) {
      if (!tryOut({ ...best, steps: without(best.steps, start, size) })) start += size
    }
    if (size > 1) withoutParts(Math.ceil(size / 2))
  }
  withoutParts(Math.ceil(best.steps.length / 2))
  for (let processes = 1; processes < best.processes; processes++) {
    if (tryOut({ ...best, processes })) break
  }
  // Steps that only mattered for the removed ones go in a second round.
  if (best.steps.length > 1) withoutParts(Math.ceil(best.steps.length / 2))
  const last = best.steps.at(-1)?.at ?? 0
  tryOut({ ...best, hours: Math.ceil(last / 36_000 + 1) / 100 })
  return best
}
