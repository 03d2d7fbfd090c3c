import { Effect, Layer } from "effect"
import { RateLimits } from "../../ports/limits/RateLimits.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

/** Rate tiers whose refusals are counted, if metrics are on. */
export const countedRefusals = <E, R>(limits: Layer.Layer<RateLimits, E, R>): Layer.Layer<RateLimits, E, R> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const plain = yield* RateLimits
      const meter = yield* Meter
      if (!meter.isOn) return plain
      return RateLimits.of({
        table: plain.table,
        take: (organizationId, rated, tier) =>
          Effect.tap(plain.take(organizationId, rated, tier), (verdict) =>
            Effect.sync(() => {
              if (verdict?.isAllowed === false) meter.record(metrics.rateRefusals, 1, { interface: rated, tier })
            })
          )
      })
    })
  ).pipe(Layer.provide(limits))
