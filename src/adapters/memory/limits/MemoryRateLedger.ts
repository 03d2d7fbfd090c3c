import { Clock, Effect, Layer } from "effect"
import { type BookedCalls, bookCalls } from "../../../domain/limits/RateLedger.ts"
import { RateLedger } from "../../../ports/limits/RateLimits.ts"

const nanosPerMicro = 1_000n

/** A ledger for tests: all rate-limit instances that share the layer share their counts. */
export const layer = Layer.sync(RateLedger, () => {
  const booked = new Map<string, ReadonlyArray<BookedCalls>>()
  return RateLedger.of({
    book: (organizationId, { allowance, rated, tier }, report) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          const key = JSON.stringify([organizationId, rated, tier])
          const now = Number(clock.monotonicTimeNanosUnsafe() / nanosPerMicro)
          const [booking, after] = bookCalls(allowance, booked.get(key) ?? [], report, now)
          booked.set(key, after)
          return booking
        })
      )
  })
})
