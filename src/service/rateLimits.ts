import { Effect, Layer, Option } from "effect"
import { countedRefusals } from "../adapters/limits/countedRefusals.ts"
import * as ProcessRateLimits from "../adapters/limits/ProcessRateLimits.ts"
import * as SharedRateLimits from "../adapters/limits/SharedRateLimits.ts"
import type { Settings } from "../adapters/settings/Settings.ts"

/** Loads the Redis client on demand, because loading takes 100 ms. */
const redisLedger = Effect.promise(() => import("../adapters/redis/RedisRateLedger.ts"))

/**
 * The rate tiers. Processes that share a server share them, in Redis if it is named, else in Postgres. The embedded
 * database has one process, which counts exactly.
 */
export const rateLimits = ({ databaseUrl, rates, redisUrl }: Settings) => {
  if (Option.isSome(redisUrl)) {
    const { value } = redisUrl
    const ledger = Layer.unwrap(Effect.map(redisLedger, ({ layer }) => layer(value)))
    return countedRefusals(Layer.provide(SharedRateLimits.layer(rates), ledger))
  }
  return Option.isSome(databaseUrl)
    ? countedRefusals(SharedRateLimits.layer(rates))
    : countedRefusals(ProcessRateLimits.layer(rates))
}
