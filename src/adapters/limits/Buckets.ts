import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateAllowance } from "../../domain/quota/RateTier.ts"
import { microsPerMilli, type RateVerdict } from "../../domain/quota/RateVerdict.ts"
import { noCalls, type RecentCalls, takeCall } from "../../domain/quota/RecentCalls.ts"

/** The recent calls of each organization in one tier of one interface. */
export interface Buckets {
  /** Counts a call at the instant, in whole microseconds of a monotonic clock. */
  readonly take: (organizationId: OrganizationId, at: number) => RateVerdict
  /** Organizations that are remembered. */
  readonly size: () => number
}

/**
 * Remembers at most `maxBuckets` organizations, in two generations. A call moves its organization into the recent one.
 * After a period the older generation is dropped whole: its organizations did not call for that long, so none of their
 * calls counts any more. No call looks at more than its own organization.
 *
 * With more organizations than may be, the older generation goes early: its organizations get a full allowance. That
 * happens only to an organization after whose last call half of `maxBuckets` others have called.
 */
export const make = (allowance: RateAllowance, maxBuckets: number): Buckets => {
  const period = allowance.perMillis * microsPerMilli
  const generationSize = Math.max(1, Math.floor(maxBuckets / 2))
  let recent = new Map<OrganizationId, RecentCalls>()
  let older = new Map<OrganizationId, RecentCalls>()
  let turnedAt = Number.NEGATIVE_INFINITY

  const turn = (at: number) => {
    older = recent
    recent = new Map()
    turnedAt = at
  }

  return {
    take: (organizationId, at) => {
      if (at - turnedAt >= period) turn(at)
      const young = recent.get(organizationId)
      const [verdict, after] = takeCall(allowance, young ?? older.get(organizationId) ?? noCalls, at)
      if (young === undefined) {
        older.delete(organizationId)
        if (recent.size >= generationSize) turn(at)
      }
      recent.set(organizationId, after)
      return verdict
    },
    size: () => recent.size + older.size
  }
}
