import type { RateAllowance } from "./RateTier.ts"

/** The effect of a call on the allowance; the numbers are those of the `RateLimit-*` headers (contract C110). */
export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the allowance is full again, if nothing is called meanwhile. */
  readonly resetSeconds: number
  /** Whole seconds to wait after a refusal; 0 when the call is allowed. */
  readonly retryAfterSeconds: number
}

/** The used part of an allowance. */
export interface RateUsage {
  /** Accepted calls of the last period. */
  readonly calls: number
  /** Microseconds since the last of them. */
  readonly idleMicros: number
}

/** Instants of rates are whole microseconds. */
export const microsPerMilli = 1_000
const microsPerSecond = 1_000_000

const secondsOf = (micros: number): number => Math.ceil(micros / microsPerSecond)

/**
 * The verdict on a call after which so much is used. A refused caller waits for a whole period: the allowance is full by
 * then, and `RateLimit-Reset` never lies behind `Retry-After`.
 */
export const rateVerdict = (
  { calls: limit, perMillis }: RateAllowance,
  { calls, idleMicros }: RateUsage,
  isAllowed: boolean
): RateVerdict => ({
  isAllowed,
  limit,
  remaining: Math.max(0, limit - calls),
  resetSeconds: calls === 0 ? 0 : Math.max(0, secondsOf(perMillis * microsPerMilli - idleMicros)),
  retryAfterSeconds: isAllowed ? 0 : secondsOf(perMillis * microsPerMilli)
})
