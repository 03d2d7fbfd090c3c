import type { RateAllowance } from "./RateTier.ts"

/**
 * The rest of an allowance. Tokens are the parts of a call, `perMillis` of them to one: so many of them come back in
 * a millisecond as calls are allowed, every number is whole, and rounding gives nothing away.
 *
 * In any span of time no more calls pass than the allowance and its refill in that span:
 * `calls + floor(millis * calls / perMillis)`.
 */
export interface RateBucket {
  readonly tokens: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What one call did to the allowance; the numbers are those of the `RateLimit-*` headers. */
export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the allowance is full again, and until a refused call may pass; at least 1 when refused. */
  readonly resetSeconds: number
  readonly retryAfterSeconds: number
}

const capacity = ({ calls, perMillis }: RateAllowance): number => calls * perMillis

/** An unused allowance. */
export const fullBucket = (allowance: RateAllowance, at: number): RateBucket => ({ tokens: capacity(allowance), at })

/** The bucket at another instant. A clock that went back brings nothing, and time counts from where it is now. */
export const refill = (allowance: RateAllowance, { at: before, tokens }: RateBucket, at: number): RateBucket => ({
  tokens: Math.min(capacity(allowance), tokens + Math.max(0, at - before) * allowance.calls),
  at
})

/** One call at the instant: the bucket after it, and whether it may pass. A refused call takes nothing. */
export const takeCall = (
  allowance: RateAllowance,
  bucket: RateBucket,
  at: number
): readonly [RateVerdict, RateBucket] => {
  const { calls, perMillis } = allowance
  const filled = refill(allowance, bucket, at)
  const isAllowed = filled.tokens >= perMillis
  const tokens = isAllowed ? filled.tokens - perMillis : filled.tokens
  const secondsUntil = (target: number) => Math.ceil((target - tokens) / (calls * 1_000))
  return [
    {
      isAllowed,
      limit: calls,
      remaining: Math.floor(tokens / perMillis),
      resetSeconds: secondsUntil(capacity(allowance)),
      retryAfterSeconds: isAllowed ? 0 : Math.max(1, secondsUntil(perMillis))
    },
    { tokens, at }
  ]
}
