import type { History, Step } from "./History.ts"

/** Runs of a search for a shorter history at most. */
const maxRuns = 400

/** Hundredths of hours that include the time in milliseconds. */
const hoursUntil = (millis: number): number => Math.ceil(millis / 36_000) / 100

/** The steps without those from `start` on, `count` of them. */
const without = (steps: ReadonlyArray<Step>, start: number, count: number): ReadonlyArray<Step> => [
  ...steps.slice(0, start),
  ...steps.slice(start + count)
]

/**
 * Searches the shortest history that still fails (delta debugging): without the steps after the failure at `at`
 * milliseconds, without ever smaller parts of the others, and with fewer processes. Steps are independent, so each part
 * may go.
 */
export const shrinkHistory = (history: History, at: number, fails: (shorter: History) => boolean): History => {
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
  tryOut({ ...history, steps: history.steps.filter((step) => step.at <= at), hours: hoursUntil(at) })
  withoutParts(Math.ceil(best.steps.length / 2))
  for (let processes = 1; processes < best.processes; processes++) {
    if (tryOut({ ...best, processes })) break
  }
  // Steps that only mattered for the removed ones go in a second round.
  if (best.steps.length > 1) withoutParts(Math.ceil(best.steps.length / 2))
  const last = best.steps.at(-1)?.at ?? 0
  tryOut({ ...best, hours: hoursUntil(last + 60_000) })
  return best
}
