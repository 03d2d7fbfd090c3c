import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option } from "effect"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { settings } from "../../src/adapters/settings/Settings.ts"
import { rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"

const reading = (environment: Readonly<Record<string, string>>) =>
  settings.parse(ConfigProvider.fromUnknown(environment))

describe("the rate tiers in the environment", () => {
  it.effect("are those of the contract by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* reading({})).rates, rateTable(usualRates))
      assert.deepStrictEqual((yield* reading({ RATE_BULK_PER_MINUTE: "" })).rates, rateTable(usualRates))
    })
  )

  it.effect("can be set separately, and 0 disables a tier", () =>
    Effect.gen(function* () {
      const { rates } = yield* reading({ RATE_STANDARD_PER_MINUTE: "0", RATE_MESSAGING_PER_SECOND: "250" })
      assert.deepStrictEqual(rates, {
        standard: null,
        messaging: { calls: 250, perMillis: 1_000 },
        bulk: { calls: 10, perMillis: 60_000 },
        console: { calls: 2_000, perMillis: 60_000 }
      })
    })
  )

  it.effect.each([
    ["RATE_STANDARD_PER_MINUTE", "-1"],
    ["RATE_STANDARD_PER_MINUTE", "ten"],
    ["RATE_MESSAGING_PER_SECOND", "1.5"],
    ["RATE_BULK_PER_MINUTE", "1000001"],
    ["RATE_BULK_PER_MINUTE", "Infinity"]
  ] as const)("prevent the start if %s is %s, with the variable's name and without its value", ([variable, value]) =>
    Effect.gen(function* () {
      const cause = yield* Effect.flip(Effect.sandbox(reading({ [variable]: value })))
      const told = explainFailure(cause)
      assert.match(told, new RegExp(`^Invalid configuration\n${variable}: Expected`))
      assert.notInclude(told, value)
    })
  )

  it.effect("are counted in Redis if its address is set", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone((yield* reading({})).redisUrl))
      const { redisUrl } = yield* reading({ REDIS_URL: "rediss://user:secret@redis.example:6379/2" })
      assert.isTrue(Option.isSome(redisUrl))
      const told = explainFailure(yield* Effect.flip(Effect.sandbox(reading({ REDIS_URL: "redis.example:6379" }))))
      assert.strictEqual(told, "Invalid configuration\nREDIS_URL: Expected a redis:// or rediss:// URL")
    })
  )
})
