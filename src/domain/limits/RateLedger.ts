import type { RateAllowance } from "./RateTier.ts"
import { isOver } from "./RecentCalls.ts"

/** Some accepted calls at an instant, in whole microseconds. */
export interface CountedCalls {
  readonly at: number
  readonly calls: number
}

/** Accepted calls of one process in the ledger, by the ledger's clock. */
export interface BookedCalls extends CountedCalls {
  readonly processId: string
}

/** Some calls, by their age: processes and ledger compare no clocks. */
export interface AgedCalls {
  readonly ageMicros: number
  readonly calls: number
}

/** A process's report to the ledger about one tier of an organization. */
export interface CallReport {
  readonly processId: string
  /** Calls that it accepted since its last report, the oldest first. */
  readonly accepted: ReadonlyArray<AgedCalls>
  /** Calls that wait, and are accepted if there is room for them. */
  readonly waiting: number
}

/** The ledger's answer to a report. */
export interface Booking {
  /** The number of waiting calls that are accepted. */
  readonly granted: number
  /** Calls of other processes that still count, the oldest first. */
  readonly others: ReadonlyArray<AgedCalls>
}

/** Most entries in which a ledger distinguishes the calls of one process. */
export const maxEntries = 128

/** The list with more calls. An entry takes further calls, and their instant, until it has its share of the allowance. */
export const withCalls = (
  { calls: limit }: RateAllowance,
  counted: ReadonlyArray<CountedCalls>,
  more: CountedCalls
): ReadonlyArray<CountedCalls> => {
  const last = counted.at(-1)
  return last !== undefined && last.calls + more.calls <= Math.ceil(limit / maxEntries)
    ? [...counted.slice(0, -1), { at: Math.max(last.at, more.at), calls: last.calls + more.calls }]
    : [...counted, more]
}

/** The number of calls of all entries. */
export const callsOf = (counted: ReadonlyArray<{ readonly calls: number }>): number =>
  counted.reduce((sum, { calls }) => sum + calls, 0)

const byAge = (one: AgedCalls, other: AgedCalls): number => other.ageMicros - one.ageMicros

/**
 * Books a report: the answer to it, and the calls that count afterwards. The waiting calls that fit are accepted now, so
 * the calls that a ledger accepts itself never exceed the allowance, whatever processes ask for at the same time.
 */
export const bookCalls = (
  allowance: RateAllowance,
  booked: ReadonlyArray<BookedCalls>,
  { accepted, processId, waiting }: CallReport,
  now: number
): readonly [Booking, ReadonlyArray<BookedCalls>] => {
  // A database that was replaced may have another clock: what it takes for the future counts from now on.
  const counting = booked
    .map((entry) => (entry.at > now ? { ...entry, at: now } : entry))
    .filter(({ at }) => !isOver(allowance, at, now))
  const others = counting.filter((entry) => entry.processId !== processId)
  const reported = accepted
    .map(({ ageMicros, calls }) => ({ at: now - Math.max(0, ageMicros), calls }))
    .filter(({ at }) => !isOver(allowance, at, now))
  const before = counting.filter((entry) => entry.processId === processId)
  const own = reported.reduce<ReadonlyArray<CountedCalls>>((list, entry) => withCalls(allowance, list, entry), before)
  const granted = Math.max(0, Math.min(waiting, allowance.calls - callsOf(others) - callsOf(own)))
  const after = granted === 0 ? own : withCalls(allowance, own, { at: now, calls: granted })
  return [
    { granted, others: others.map(({ at, calls }) => ({ ageMicros: now - at, calls })).toSorted(byAge) },
    [...others, ...after.map(({ at, calls }) => ({ processId, at, calls }))]
  ]
}
