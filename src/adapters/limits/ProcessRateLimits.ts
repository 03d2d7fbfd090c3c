import { Clock, Effect, Layer } from "effect"
import type { RatedInterface, RateTable, RateTier } from "../../domain/quota/RateTier.ts"
import { RateLimits } from "../../ports/policies/RateLimits.ts"
import * as Buckets from "./Buckets.ts"

/** Most buckets that a tier of an interface remembers: some 10 MB. */
export const maxBuckets = 100_000

/** The buckets of one interface; a tier that is switched off has none. */
const bucketsOf = (table: RateTable): Readonly<Record<RateTier, Buckets.Buckets | null>> => {
  const tier = (name: RateTier) => {
    const allowance = table[name]
    return allowance === null ? null : Buckets.make(allowance, maxBuckets)
  }
  return { standard: tier("standard"), messaging: tier("messaging"), bulk: tier("bulk") }
}

/** Token buckets in the memory of this process: other processes count for themselves. */
export const layer = (table: RateTable) =>
  Layer.sync(RateLimits, () => {
    const interfaces: Readonly<Record<RatedInterface, ReturnType<typeof bucketsOf>>> = {
      session: bucketsOf(table),
      developer: bucketsOf(table)
    }
    return RateLimits.of({
      take: (organizationId, rated, tier) => {
        const buckets = interfaces[rated][tier]
        return buckets === null
          ? Effect.succeed(null)
          : Clock.clockWith((clock) => Effect.succeed(buckets.take(organizationId, clock.currentTimeMillisUnsafe())))
      }
    })
  })
