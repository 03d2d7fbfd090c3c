import type { RateAllowance } from "../../src/domain/limits/RateTier.ts"
import { noCalls, takeCall } from "../../src/domain/limits/RateLedger.ts"
import type { RateBucket } from "../../testing/laws/rateLaws.ts"

/** A bucket of ours with another allowance than the requested one. */
export const bucketWith =
  (change: (allowance: RateAllowance) => RateAllowance): RateBucket =>
  (allowance) => {
    let calls = noCalls
    return (at) => {
      const [verdict, after] = takeCall(change(allowance), calls, at)
      calls = after
      return verdict
    }
  }

export const bucket = bucketWith((allowance) => allowance)
