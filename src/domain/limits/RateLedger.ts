import { type RateAllowance, type RateVerdict, microsPerMilli, rateVerdict } from "./RateTier.ts"
import { Array, Schema } from "effect"

/** An accepted call in a list. */
interface AcceptedCall {
  /** Whole microseconds of a monotonic clock. */
  readonly at: number
  readonly next: AcceptedCall | null
}

/**
 * The accepted calls of the last period, in a queue of two lists: calls leave the first one, oldest first, and enter the
 * second one, newest first. Once the first one is empty, the second one is reversed into its place, so that each call is
 * moved once.
 */
export interface RecentCalls {
  readonly count: number
  readonly leaving: AcceptedCall | null
  readonly entered: AcceptedCall | null
  readonly newestAt: number
}

/** An unused allowance. */
export const noCalls: RecentCalls = { count: 0, leaving: null, entered: null, newestAt: Number.NEGATIVE_INFINITY }

/** Whether a call no longer counts: a period is half-open, so a call leaves it when exactly a period has passed. */
export const isOver = ({ perMillis }: RateAllowance, calledAt: number, at: number): boolean =>
  at - calledAt >= perMillis * microsPerMilli

const reversed = (calls: AcceptedCall | null): AcceptedCall | null => {
  let head: AcceptedCall | null = null
  for (let call = calls; call !== null; call = call.next) head = { at: call.at, next: head }
  return head
}

/** The calls that still count at the instant. */
export const stillCounted = (allowance: RateAllowance, calls: RecentCalls, at: number): RecentCalls => {
  if (isOver(allowance, calls.newestAt, at)) return noCalls
  let { count, entered, leaving } = calls
  for (;;) {
    if (leaving === null) {
      leaving = reversed(entered)
      entered = null
    }
    if (leaving === null || !isOver(allowance, leaving.at, at)) return { ...calls, count, leaving, entered }
    leaving = leaving.next
    count -= 1
  }
}

/** The calls with an accepted one at the instant, which is not before the newest of them. */
export const withCall = ({ count, entered, leaving }: RecentCalls, at: number): RecentCalls => ({
  count: count + 1,
  leaving,
  entered: { at, next: entered },
  newestAt: at
})

/**
 * One call at the instant: the calls after it, and whether it is accepted. No window of one period contains more accepted
 * calls than the allowance. A refused call does not count. An instant before the newest call is taken for that of the
 * newest call.
 */
export const takeCall = (
  allowance: RateAllowance,
  calls: RecentCalls,
  at: number
): readonly [RateVerdict, RecentCalls] => {
  const now = Math.max(at, calls.newestAt)
  const before = stillCounted(allowance, calls, now)
  if (before.count >= allowance.calls) {
    return [rateVerdict(allowance, { calls: before.count, idleMicros: now - before.newestAt }, false), before]
  }
  const after = withCall(before, now)
  return [rateVerdict(allowance, { calls: after.count, idleMicros: 0 }, true), after]
}

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

/** The calls of a counter as ledgers store them, by process: instants in microseconds, each with its number of calls. */
export const StoredCalls = Schema.Record(Schema.String, Schema.Array(Schema.Tuple([Schema.Finite, Schema.Int])))
export type StoredCalls = typeof StoredCalls.Type

/** The stored entries with their process, in the order in which they are stored. */
export const bookedOf = (stored: StoredCalls): ReadonlyArray<BookedCalls> =>
  Object.entries(stored).flatMap(([processId, entries]) => entries.map(([at, calls]) => ({ processId, at, calls })))

/** The inverse of `bookedOf`: the calls by process. */
export const storedOf = (booked: ReadonlyArray<BookedCalls>): StoredCalls =>
  Object.fromEntries(
    Object.entries(Array.groupBy(booked, ({ processId }) => processId)).map(([processId, entries]) => [
      processId,
      entries.map(({ at, calls }) => [at, calls] as const)
    ])
  )
