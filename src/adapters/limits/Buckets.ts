import type { OrganizationId } from "../../domain/Ids.ts"
import { type RateAllowance, type RateVerdict, microsPerMilli } from "../../domain/limits/RateTier.ts"
import { type RecentCalls, noCalls, takeCall } from "../../domain/limits/RateLedger.ts"
import * as Generations from "./Generations.ts"

/** The recent calls of each organization in one tier of one interface. */
export interface Buckets {
  /** Counts a call at the time, in whole microseconds of a monotonic clock. */
  readonly take: (organizationId: OrganizationId, at: number) => RateVerdict
  /** Number of stored organizations. */
  readonly size: () => number
}

/** Stores at most `maxBuckets` organizations. */
export const make = (allowance: RateAllowance, maxBuckets: number): Buckets => {
  const generations = Generations.make<RecentCalls>(allowance.perMillis * microsPerMilli, maxBuckets)
  return {
    take: (organizationId, at) =>
      generations.change(organizationId, at, (calls) => takeCall(allowance, calls ?? noCalls, at)),
    size: generations.size
  }
}
