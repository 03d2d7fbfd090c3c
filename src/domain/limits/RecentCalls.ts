import type { RateAllowance } from "./RateTier.ts"
import { microsPerMilli, type RateVerdict, rateVerdict } from "./RateVerdict.ts"

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
