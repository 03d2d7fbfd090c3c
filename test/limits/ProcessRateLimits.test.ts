import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import * as ProcessRateLimits from "../../src/adapters/limits/ProcessRateLimits.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { rateLimitsContract } from "../../testing/contracts/RateLimits.contract.ts"
import { runner } from "../support/runner.ts"

rateLimitsContract(runner, "in the memory of the process", ProcessRateLimits.layer)

it.effect("rate limits: a wall clock that is set forward grants no additional calls", () =>
  Effect.gen(function* () {
    const { take } = yield* RateLimits
    const call = take(OrganizationId.make("00000000-0000-7000-8000-000000000001"), "session", "bulk")
    yield* Effect.forEach(Array.from({ length: 10 }), () => call)
    const clock = yield* Clock.clockWith(Effect.succeed)
    const ahead = { ...clock, currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + 3_600_000 }
    assert.isFalse((yield* Effect.provideService(call, Clock.Clock, ahead))?.isAllowed)
  }).pipe(Effect.provide(ProcessRateLimits.layer(rateTable(usualRates))))
)
