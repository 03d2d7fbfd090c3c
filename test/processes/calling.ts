import { NodeRuntime } from "@effect/platform-node"
import { Config, Console, Effect, Layer } from "effect"
import * as SharedRateLimits from "../../src/adapters/limits/SharedRateLimits.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { storesOn } from "../support/database/postgresStores.ts"

/** One of several processes that call for one organization at the same time; prints how many calls were accepted. */
const main = Effect.gen(function* () {
  const organizationId = yield* Config.schema(OrganizationId, "ORGANIZATION")
  const calls = yield* Config.Int("CALLS")
  const { take } = yield* RateLimits
  const accepted = (tier: "standard" | "bulk") =>
    Effect.map(
      Effect.replicateEffect(take(organizationId, "developer", tier), calls, { concurrency: 8 }),
      (verdicts) => verdicts.filter((verdict) => verdict?.isAllowed).length
    )
  yield* Console.log(JSON.stringify({ standard: yield* accepted("standard"), bulk: yield* accepted("bulk") }))
})

const service = Layer.unwrap(
  Effect.map(Config.Redacted("DATABASE_URL"), (url) =>
    Layer.provide(SharedRateLimits.layer(rateTable(usualRates)), storesOn(Database.server(url)))
  )
)
NodeRuntime.runMain(Effect.provide(main, service))
