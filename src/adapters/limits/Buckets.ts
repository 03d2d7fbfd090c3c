import type { OrganizationId } from "../../domain/Ids.ts"
import { fullBucket, type RateBucket, type RateVerdict, takeCall } from "../../domain/quota/RateBucket.ts"
import type { RateAllowance } from "../../domain/quota/RateTier.ts"

/** The buckets of one tier of one interface. */
export interface Buckets {
  /** Counts a call at the instant, in milliseconds. */
  readonly take: (organizationId: OrganizationId, at: number) => RateVerdict
  /** How many are remembered. */
  readonly size: () => number
}

/**
 * Remembers at most `maxBuckets` buckets, in two generations. A call moves its bucket into the recent one; once filling
 * a bucket has taken its time, the older generation is dropped whole, since it was unused for that long: its
 * buckets are full again, and a full bucket is as good as none. No call looks at more than its own bucket.
 *
 * With more buckets than may be, the older generation goes early: who was in it gets a full allowance.
 */
export const make = (allowance: RateAllowance, maxBuckets: number): Buckets => {
  const generationSize = Math.max(1, Math.floor(maxBuckets / 2))
  let recent = new Map<OrganizationId, RateBucket>()
  let older = new Map<OrganizationId, RateBucket>()
  let turnedAt = Number.NEGATIVE_INFINITY

  const turn = (at: number) => {
    older = recent
    recent = new Map()
    turnedAt = at
  }

  return {
    take: (organizationId, at) => {
      // A clock that went back counts on from there.
      turnedAt = Math.min(turnedAt, at)
      if (at - turnedAt >= allowance.perMillis) turn(at)
      const young = recent.get(organizationId)
      const before = young ?? older.get(organizationId) ?? fullBucket(allowance, at)
      const [verdict, after] = takeCall(allowance, before, at)
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
