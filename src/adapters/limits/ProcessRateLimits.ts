import { Clock, Effect, Layer } from "effect"
import type { RateTable, RateTier, RatedInterface } from "../../domain/limits/RateTier.ts"
import { RateLimits } from "../../ports/limits/RateLimits.ts"
import * as Buckets from "./Buckets.ts"

/** Maximum number of organizations per tier of an interface: about 20 MB, and 40 bytes for each call of two periods. */
export const maxBuckets = 100_000

const nanosPerMicro = 1_000n

/** The buckets of one interface; a disabled tier has none. */
const bucketsOf = (table: RateTable): Readonly<Record<RateTier, Buckets.Buckets | null>> => {
  const tier = (name: RateTier) => {
    const allowance = table[name]
    return allowance === null ? null : Buckets.make(allowance, maxBuckets)
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
