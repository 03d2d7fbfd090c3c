import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessRateLimits from "../../src/adapters/limits/ProcessRateLimits.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { rateTable, usualRates } from "../../src/domain/quota/RateTier.ts"
import { RateLimits } from "../../src/ports/policies/RateLimits.ts"

const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")
const globex = OrganizationId.make("00000000-0000-7000-8000-000000000002")

const usual = ProcessRateLimits.layer(rateTable(usualRates))

describe("ProcessRateLimits", () => {
  it.effect("lets a tier's allowance through, then one call for each that came back", () =>
    Effect.gen(function* () {
      const { take } = yield* RateLimits
      const call = take(acme, "developer", "messaging")
      const first = yield* Effect.forEach(Array.from({ length: 31 }), () => call)
      assert.deepStrictEqual(
        first.map((verdict) => verdict?.isAllowed),
        first.map((_, place) => place < 30)
      )
      assert.deepStrictEqual(first[30], {
        isAllowed: false,
        limit: 30,
        remaining: 0,
        resetSeconds: 1,
        retryAfterSeconds: 1
      })
      yield* TestClock.adjust("34 millis")
      assert.isTrue((yield* call)?.isAllowed)
      assert.isFalse((yield* call)?.isAllowed)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* call, {
        isAllowed: true,
        limit: 30,
        remaining: 29,
        resetSeconds: 1,
        retryAfterSeconds: 0
      })
    }).pipe(Effect.provide(usual))
  )

  it.effect("counts each organization, interface and tier for itself", () =>
    Effect.gen(function* () {
      const { take } = yield* RateLimits
      const exhaust = Effect.forEach(Array.from({ length: 11 }), () => take(acme, "developer", "bulk"))
      assert.strictEqual((yield* exhaust).filter((verdict) => verdict?.isAllowed).length, 10)
      assert.strictEqual((yield* take(globex, "developer", "bulk"))?.remaining, 9)
      assert.strictEqual((yield* take(acme, "session", "bulk"))?.remaining, 9)
      assert.strictEqual((yield* take(acme, "developer", "standard"))?.remaining, 99)
    }).pipe(Effect.provide(usual))
  )

  it.effect("counts nothing in a tier that is switched off", () =>
    Effect.gen(function* () {
      const { take } = yield* RateLimits
      const verdicts = yield* Effect.forEach(Array.from({ length: 1_000 }), () => take(acme, "developer", "standard"))
      assert.isTrue(verdicts.every((verdict) => verdict === null))
      assert.strictEqual((yield* take(acme, "developer", "bulk"))?.remaining, 9)
    }).pipe(Effect.provide(ProcessRateLimits.layer(rateTable({ ...usualRates, standardPerMinute: 0 }))))
  )
})
