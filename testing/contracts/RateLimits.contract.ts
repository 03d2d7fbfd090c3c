import { Arbitrary, Effect, type Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { type RateTable, rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { assert } from "./assert.ts"
import type { Runner } from "./Runner.ts"
import { bareSuite } from "./Suite.ts"

const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")
const globex = OrganizationId.make("00000000-0000-7000-8000-000000000002")

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Milliseconds between one call and the next. */
const Gaps = Schema.Array(Schema.Union([Schema.Literal(0), Between(0, 40), Between(0, 1_500)])).check(
  Schema.isMaxLength(120)
)

/** Checks an adapter of `RateLimits`. `layerOf` makes one for a table of rates. */
export const rateLimitsContract = <E>(
  runner: Runner,
  name: string,
  layerOf: (table: RateTable) => Layer.Layer<RateLimits, E>
) => {
  const usual = layerOf(rateTable(usualRates))

  bareSuite(runner, `RateLimits: ${name}`, (it) => {
    it.effect.prop(
      "accepts no more than the number in any window of one period",
      Arbitrary.schema(Schema.Struct({ gaps: Gaps })),
      ({ gaps }) =>
        Effect.gen(function* () {
          const { take } = yield* RateLimits
          const accepted: Array<number> = []
          let at = 0
          for (const gap of gaps) {
            yield* TestClock.adjust(gap)
            at += gap
            if ((yield* take(acme, "developer", "messaging"))?.isAllowed) accepted.push(at)
          }
          accepted.forEach((first, place) => assert.isTrue((accepted[place + 5] ?? Infinity) - first >= 1_000))
        }).pipe(Effect.provide(layerOf(rateTable({ ...usualRates, messagingPerSecond: 5 }))))
    )

    it.effect("lets a tier's number through at once, and the next call once a period has passed", () =>
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
        yield* TestClock.adjust("999 millis")
        assert.isFalse((yield* call)?.isAllowed)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* call, {
          isAllowed: true,
          limit: 30,
          remaining: 29,
          resetSeconds: 1,
          retryAfterSeconds: 0
        })
      }).pipe(Effect.provide(usual))
    )

    it.effect("accepts 10 imports of 14 in half a minute, and the others a minute later", () =>
      Effect.gen(function* () {
        const { take } = yield* RateLimits
        const call = Effect.tap(take(acme, "session", "bulk"), () => TestClock.adjust("2 seconds"))
        const verdicts = yield* Effect.forEach(Array.from({ length: 14 }), () => call)
        assert.deepStrictEqual(
          verdicts.map((verdict) => verdict?.isAllowed),
          verdicts.map((_, place) => place < 10)
        )
        assert.strictEqual(verdicts[13]?.retryAfterSeconds, 60)
        yield* TestClock.adjust("58 seconds")
        assert.strictEqual((yield* call)?.remaining, 9)
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
      }).pipe(Effect.provide(layerOf(rateTable({ ...usualRates, standardPerMinute: 0 }))))
    )
  })
}
