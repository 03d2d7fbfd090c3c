import {
  type Booking,
  type CallReport,
  type CountedCalls,
  type RecentCalls,
  callsOf,
  isOver,
  noCalls,
  stillCounted,
  withCall,
  withCalls
} from "./RateLedger.ts"
import { type RateAllowance, type RateVerdict, rateVerdict } from "./RateTier.ts"

/**
 * What one process knows of the calls of an organization in one tier, in whole microseconds of its own clock: its own
 * calls exactly, and those of other processes as of its last report to the ledger.
 */
export interface CallShare {
  readonly own: RecentCalls
  /** Calls of other processes, the oldest first. */
  readonly others: ReadonlyArray<CountedCalls>
  /** Own calls that the ledger does not know yet. They are part of `own` too. */
  readonly unbooked: ReadonlyArray<CountedCalls>
}

/** The share of an organization of which the process knows no call. */
export const noShare: CallShare = { own: noCalls, others: [], unbooked: [] }

/** Divisor of an allowance: a process accepts this share of it ahead of the ledger. */
const shareOfAdvance = 20

/**
 * The advance of a process: the calls that it accepts ahead of the ledger, a twentieth of the allowance. It is held by
 * every process all the time, so it never expires, and a dead process keeps nothing from others. With k processes a window
 * contains at most k - 1 advances more than the allowance. An allowance below 20 has no advance: the ledger accepts each call.
 */
export const advanceOf = ({ calls }: RateAllowance): number => Math.floor(calls / shareOfAdvance)

/** The decision about a call: a verdict, or null if the ledger has to accept it first. */
export type CallDecision = readonly [verdict: RateVerdict | null, share: CallShare]

/** The share as of the instant, without calls that no longer count, and how many calls count. */
const current = (allowance: RateAllowance, share: CallShare, at: number) => {
  const own = stillCounted(allowance, share.own, at)
  const [oldest] = share.others
  const others =
    oldest === undefined || !isOver(allowance, oldest.at, at)
      ? share.others
      : share.others.filter((entry) => !isOver(allowance, entry.at, at))
  const calls = own.count + callsOf(others)
  const idleMicros = at - Math.max(own.newestAt, others.at(-1)?.at ?? Number.NEGATIVE_INFINITY)
  return { share: { ...share, own, others }, usage: { calls, idleMicros } }
}

const accept = (
  allowance: RateAllowance,
  { own, ...share }: CallShare,
  at: number
): readonly [verdict: RateVerdict, share: CallShare] => {
  const after = { ...share, own: withCall(own, at) }
  return [rateVerdict(allowance, { calls: after.own.count + callsOf(share.others), idleMicros: 0 }, true), after]
}

/** An instant before the newest own call is taken for that of the newest call. */
const notBefore = ({ own }: CallShare, at: number): number => Math.max(at, own.newestAt)

/** The verdict on a call that is refused now. */
export const refuseCall = (allowance: RateAllowance, share: CallShare, at: number): RateVerdict => {
  const { usage } = current(allowance, share, notBefore(share, at))
  // The ledger may count some calls a moment longer than this process does.
  return rateVerdict(allowance, { calls: allowance.calls, idleMicros: usage.calls === 0 ? 0 : usage.idleMicros }, false)
}

/**
 * Decides about a call at the instant, while `waiting` other calls wait for the ledger. It is refused if the known
 * calls fill the allowance: other processes may have made more calls, never fewer. It is accepted within the advance,
 * and otherwise waits. No call overtakes a waiting one, since the ledger may grant that one the last of the allowance.
 */
export const takeFromShare = (
  allowance: RateAllowance,
  share: CallShare,
  waiting: number,
  at: number
): CallDecision => {
  const now = notBefore(share, at)
  const { share: known, usage } = current(allowance, share, now)
  if (usage.calls >= allowance.calls) return [rateVerdict(allowance, usage, false), known]
  if (waiting > 0 || callsOf(known.unbooked) >= advanceOf(allowance)) return [null, known]
  return accept(allowance, { ...known, unbooked: withCalls(allowance, known.unbooked, { at: now, calls: 1 }) }, now)
}

/** Decides without a ledger: the call counts in this process alone. */
export const takeAlone = (
  allowance: RateAllowance,
  share: CallShare,
  at: number
): readonly [verdict: RateVerdict, share: CallShare] => {
  const now = notBefore(share, at)
  const { share: known, usage } = current(allowance, share, now)
  if (usage.calls >= allowance.calls) return [rateVerdict(allowance, usage, false), known]
  const own = withCall(known.own, now)
  return [rateVerdict(allowance, { calls: usage.calls + 1, idleMicros: 0 }, true), { ...known, own }]
}

/** The share's report to the ledger at the instant. */
export const reportOf = (share: CallShare, processId: string, waiting: number, at: number): CallReport => ({
  processId,
  accepted: share.unbooked.map((entry) => ({ ageMicros: Math.max(0, at - entry.at), calls: entry.calls })),
  waiting
})

/** The calls that are unbooked once those of the report are booked. */
const without = (unbooked: ReadonlyArray<CountedCalls>, booked: number): ReadonlyArray<CountedCalls> => {
  let left = booked
  return unbooked.flatMap(({ at, calls }) => {
    const covered = Math.min(left, calls)
    left -= covered
    return calls === covered ? [] : [{ at, calls: calls - covered }]
  })
}

/** The share once a report of the instant was answered. */
export const withBooking = (
  share: CallShare,
  report: CallReport,
  { others }: Booking,
  reportedAt: number
): CallShare => ({
  ...share,
  unbooked: without(share.unbooked, callsOf(report.accepted)),
  others: others.map(({ ageMicros, calls }) => ({ at: reportedAt - ageMicros, calls }))
})

/** The share once a report got no answer. It may be booked all the same, and no call is booked twice. */
export const withoutBooking = (share: CallShare): CallShare => ({ ...share, unbooked: [] })

/** A waiting call that the ledger has accepted. */
export const takeGranted = (allowance: RateAllowance, share: CallShare, at: number) => {
  const now = notBefore(share, at)
  return accept(allowance, current(allowance, share, now).share, now)
}
