import { noCalls, takeCall } from "../../../src/domain/limits/RateLedger.ts"
import type { RateVerdict } from "../../../src/domain/limits/RateTier.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { RateBucket } from "../../../testing/laws/rateLaws.ts"
import { bucket, bucketWith } from "../buckets.ts"
import { findsDefects } from "./findsDefects.ts"

/** Our bucket, which says something else of its calls. */
const saying =
  (change: (verdict: RateVerdict) => Partial<RateVerdict>): RateBucket =>
  (allowance) => {
    const call = bucket(allowance)
    return (at) => {
      const verdict = call(at)
      return { ...verdict, ...change(verdict) }
    }
  }

/** Our bucket, for other instants. */
const calledAt =
  (instantOf: (at: number, newest: number) => number): RateBucket =>
  (allowance) => {
    const call = bucket(allowance)
    let newest = 0
    return (at) => {
      const instant = instantOf(at, newest)
      newest = Math.max(newest, at)
      return call(instant)
    }
  }

/** A window that begins anew once it is over, either with the first call after that or by the clock. */
const window =
  (isByClock: boolean): RateBucket =>
  (allowance) => {
    const period = allowance.perMillis * 1_000
    let [count, since] = [0, Number.NEGATIVE_INFINITY]
    return (at) => {
      if (at - since >= period) [count, since] = [0, isByClock ? at - (at % period) : at]
      count += 1
      const isAllowed = count <= allowance.calls
      const seconds = Math.ceil(allowance.perMillis / 1_000)
      return {
        isAllowed,
        limit: allowance.calls,
        remaining: Math.max(0, allowance.calls - count),
        resetSeconds: seconds,
        retryAfterSeconds: isAllowed ? 0 : seconds
      }
    }
  }

/** Calls come back one by one, as from a bucket that is filled at a steady rate. */
const steady: RateBucket = (allowance) => {
  const period = allowance.perMillis * 1_000
  let [left, newest] = [allowance.calls, Number.NEGATIVE_INFINITY]
  return (at) => {
    const passed = Number.isFinite(newest) ? Math.max(0, at - newest) : 0
    newest = Math.max(newest, at)
    left = Math.min(allowance.calls, left + (passed * allowance.calls) / period)
    const isAllowed = left >= 1
    if (isAllowed) left -= 1
    const seconds = Math.ceil(allowance.perMillis / 1_000)
    const missing = (allowance.calls - left) / allowance.calls
    return {
      isAllowed,
      limit: allowance.calls,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((missing * period) / 1_000_000),
      retryAfterSeconds: isAllowed ? 0 : seconds
    }
  }
}

findsDefects("rates", Laws.rates, [
  ["accepts one call too many", bucketWith(({ calls, perMillis }) => ({ calls: calls + 1, perMillis }))],
  ["accepts one call too few", bucketWith(({ calls, perMillis }) => ({ calls: Math.max(0, calls - 1), perMillis }))],
  ["has a period that is longer", bucketWith(({ calls, perMillis }) => ({ calls, perMillis: perMillis + 500 }))],
  ["has a period that is shorter", bucketWith(({ calls, perMillis }) => ({ calls, perMillis: perMillis / 2 }))],
  ["begins a window with the first call", window(false)],
  ["begins a window by the clock", window(true)],
  ["is filled at a steady rate", steady],
  [
    "counts what it refuses",
    (allowance) => {
      let calls = noCalls
      return (at) => {
        const now = Math.max(at, calls.newestAt)
        const [verdict, after] = takeCall(allowance, calls, now)
        calls = verdict.isAllowed
          ? after
          : { ...after, newestAt: now, count: after.count + 1, entered: { at: now, next: after.entered } }
        return verdict
      }
    }
  ],
  [
    "begins its period anew with what it refuses",
    (allowance) => {
      let [calls, refusedAt] = [noCalls, Number.NEGATIVE_INFINITY]
      return (at) => {
        const now = Math.max(at, calls.newestAt, refusedAt)
        const isOver = now - refusedAt >= allowance.perMillis * 1_000
        const [verdict, after] = takeCall(isOver ? allowance : { ...allowance, calls: 0 }, calls, now)
        if (verdict.isAllowed) calls = after
        else refusedAt = now
        return verdict
      }
    }
  ],
  [
    "forgets its calls when a clock goes back",
    (allowance) => {
      let calls = noCalls
      return (at) => {
        if (at < calls.newestAt) calls = noCalls
        const [verdict, after] = takeCall(allowance, calls, at)
        calls = after
        return verdict
      }
    }
  ],
  ["takes a clock that goes back for one that goes on", calledAt((at, newest) => newest + Math.abs(at - newest))],
  ["knows whole seconds only", calledAt((at) => Math.floor(at / 1_000_000) * 1_000_000)],
  ["names no wait", saying(() => ({ retryAfterSeconds: 0 }))],
  [
    "names a wait that is too short",
    saying(({ retryAfterSeconds }) => ({ retryAfterSeconds: Math.floor(retryAfterSeconds / 2) }))
  ],
  ["names a wait for what it accepts", saying(({ resetSeconds }) => ({ retryAfterSeconds: resetSeconds }))],
  ["resets later than the wait", saying(({ resetSeconds }) => ({ resetSeconds: resetSeconds + 1 }))],
  ["tells one more remaining call", saying(({ remaining }) => ({ remaining: remaining + 1 }))],
  ["tells the calls before", saying(({ isAllowed, remaining }) => ({ remaining: remaining + (isAllowed ? 1 : 0) }))]
])
