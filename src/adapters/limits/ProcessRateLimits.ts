import * as Generations from "./Generations.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import {
  type RateAllowance,
  type RateTable,
  type RateTier,
  type RateVerdict,
  type RatedInterface,
  microsPerMilli
} from "../../domain/limits/RateTier.ts"
import { type RecentCalls, noCalls, takeCall } from "../../domain/limits/RateLedger.ts"
import { Clock, Effect, Layer } from "effect"
import { RateLimits } from "../../ports/limits/RateLimits.ts"

/** The recent calls of each organization in one tier of one interface. */
interface Buckets {
  /** Counts a call at the time, in whole microseconds of a monotonic clock. */
  readonly take: (organizationId: OrganizationId, at: number) => RateVerdict
  /** Number of stored organizations. */
  readonly size: () => number
}

/** Stores at most `maxBuckets` organizations. */
export const makeBuckets = (allowance: RateAllowance, maxBuckets: number): Buckets => {
  const generations = Generations.make<RecentCalls>(allowance.perMillis * microsPerMilli, maxBuckets)
  return {
    take: (organizationId, at) =>
      generations.change(organizationId, at, (calls) => takeCall(allowance, calls ?? noCalls, at)),
    size: generations.size
  }
}

/** Maximum number of organizations per tier of an interface: about 20 MB, and 40 bytes for each call of two periods. */
export const maxBuckets = 100_000

const nanosPerMicro = 1_000n

/** The buckets of one interface; a disabled tier has none. */
const bucketsOf = (table: RateTable): Readonly<Record<RateTier, Buckets | null>> => {
  const tier = (name: RateTier) => {
    const allowance = table[name]
    return allowance === null ? null : makeBuckets(allowance, maxBuckets)
  }
  return { standard: tier("standard"), messaging: tier("messaging"), bulk: tier("bulk"), console: tier("console") }
}

/** Sliding windows in the memory of this process. Other processes count separately. */
export const layer = (table: RateTable): Layer.Layer<RateLimits> =>
  Layer.sync(RateLimits, () => {
    const interfaces: Readonly<Record<RatedInterface, ReturnType<typeof bucketsOf>>> = {
      session: bucketsOf(table),
      developer: bucketsOf(table)
    }
    return RateLimits.of({
      table,
      take: (organizationId, rated, tier) => {
        const buckets = interfaces[rated][tier]
        return buckets === null
          ? Effect.succeed(null)
          : Clock.clockWith((clock) =>
              // A change of the wall clock would grant an allowance too early, or too late.
              Effect.succeed(buckets.take(organizationId, Number(clock.monotonicTimeNanosUnsafe() / nanosPerMicro)))
            )
      }
    })
  })
