import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateAllowance } from "../../domain/limits/RateTier.ts"
import { microsPerMilli, type RateVerdict } from "../../domain/limits/RateVerdict.ts"
import { noCalls, type RecentCalls, takeCall } from "../../domain/limits/RecentCalls.ts"
import * as Generations from "./Generations.ts"

/** The recent calls of each organization in one tier of one interface. */
export interface Buckets {
  /** Counts a call at the instant, in whole microseconds of a monotonic clock. */
  readonly take: (organizationId: OrganizationId, at: number) => RateVerdict
  /** Organizations that are remembered. */
  readonly size: () => number
}

/** Remembers at most `maxBuckets` organizations. */
export const make = (allowance: RateAllowance, maxBuckets: number): Buckets => {
  const generations = Generations.make<RecentCalls>(allowance.perMillis * microsPerMilli, maxBuckets)
  return {
    take: (organizationId, at) =>
      generations.change(organizationId, at, (calls) => takeCall(allowance, calls ?? noCalls, at)),
    size: generations.size
  }
}
