import { Clock, Effect, Layer } from "effect"
import type { RatedInterface, RateTable, RateTier } from "../../domain/limits/RateTier.ts"
import { RateLimits } from "../../ports/limits/RateLimits.ts"
import * as Buckets from "./Buckets.ts"

/** Most organizations that a tier of an interface remembers: some 20 MB, and 40 bytes for each call of two periods. */
export const maxBuckets = 100_000

const nanosPerMicro = 1_000n

/** The buckets of one interface; a tier that is switched off has none. */
const bucketsOf = (table: RateTable): Readonly<Record<RateTier, Buckets.Buckets | null>> => {
  const tier = (name: RateTier) => {
    const allowance = table[name]
    return allowance === null ? null : Buckets.make(allowance, maxBuckets)
  }
  return { standard: tier("standard"), messaging: tier("messaging"), bulk: tier("bulk"), console: tier("console") }
}

/** Sliding windows in the memory of this process: other processes count for themselves. */
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
              // A wall clock that is set would give an allowance too early, or too late.
              Effect.succeed(buckets.take(organizationId, Number(clock.monotonicTimeNanosUnsafe() / nanosPerMicro)))
            )
      }
    })
  })
