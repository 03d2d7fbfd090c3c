import { Cause, Clock, Effect, Exit, FiberSet, Layer } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { CallReport } from "../../domain/limits/RateLedger.ts"
import {
  type RateAllowance,
  type RateTable,
  type RateTier,
  type RatedInterface,
  microsPerMilli
} from "../../domain/limits/RateTier.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { RateLedger, RateLimits } from "../../ports/limits/RateLimits.ts"
import * as Generations from "./Generations.ts"
import { type CounterHost, nowMicros, SharedCounter } from "./SharedCounter.ts"
import { makeFailureLines } from "../../telemetry/failureLog.ts"

/** Maximum number of organizations per tier of an interface: about 30 MB, and 40 bytes for each call of two periods. */
const maxCounters = 100_000

/** Time after which the ledger counts as unavailable, and the longest wait of a call. */
export const bookingDeadline = "1 second"

/** Interval of attempts to reach an unavailable ledger, in microseconds. */
const probeMicros = 5_000_000

/** Delay of booking calls within the advance, those of all organizations together. */
export const bookingDelay = "100 millis"

const away = "rate tiers count in this process alone until the ledger answers: see its server"

/** The ledger's availability from the view of this process. */
const makeLedger = Effect.gen(function* () {
  const ledger = yield* RateLedger
  const processId = yield* (yield* IdSource).uuid
  const run = yield* FiberSet.makeRuntime()
  const lines = makeFailureLines({
    failed: away,
    again: "rate tiers count over all processes again",
    level: "Warn"
  })
  let isAway = false
  let probeAt = Number.NEGATIVE_INFINITY
  let soon = new Set<SharedCounter>()

  const bookAll = Effect.sync(() => {
    const due = soon
    soon = new Set()
    for (const counter of due) counter.book()
  })

  const noteAnswer = Effect.suspend(() => {
    if (!isAway) return Effect.void
    isAway = false
    return lines.succeeded
  })
  const noteFailure = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.void
      isAway = true
      return lines.failed(cause)
    })

  const hostOf = (rated: RatedInterface, tier: RateTier, organizationId: OrganizationId): CounterHost => ({
    processId,
    isLedgerAway: () => isAway,
    book: (allowance: RateAllowance, report: CallReport) =>
      ledger.book(organizationId, { rated, tier, allowance }, report).pipe(
        Effect.timeout(bookingDeadline),
        Effect.orDie,
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? noteAnswer : noteFailure(exit.cause)))
      ),
    run: (effect) => {
      run(effect)
    },
    bookSoon: (counter) => {
      if (soon.size === 0) run(Effect.delay(bookAll, bookingDelay))
      soon.add(counter)
    }
  })

  /** Tries the ledger with the report of a counter, if it is unavailable and the last attempt was long enough ago. */
  const probe = (counter: SharedCounter, at: number): void => {
    if (!isAway || at < probeAt) return
    probeAt = at + probeMicros
    counter.book()
  }
  return { hostOf, probe }
})

/**
 * Rate tiers over all processes that share a ledger. A process accepts the calls of its advance at once and books them
 * afterwards. Other calls wait for the ledger, those of one organization together. A refused call costs nothing, since
 * the known calls are enough to refuse it. While the ledger is unavailable, each process counts separately.
 */
export const layer = (table: RateTable): Layer.Layer<RateLimits, never, RateLedger | IdSource> =>
  Layer.effect(
    RateLimits,
    Effect.map(makeLedger, ({ hostOf, probe }) => {
      const tierOf = (rated: RatedInterface, tier: RateTier) => {
        const allowance = table[tier]
        if (allowance === null) return null
        const counters = Generations.make<SharedCounter>(allowance.perMillis * microsPerMilli, maxCounters)
        return (organizationId: OrganizationId, at: number): SharedCounter =>
          counters.change(organizationId, at, (known) => {
            const counter = known ?? new SharedCounter(allowance, hostOf(rated, tier, organizationId))
            return [counter, counter]
          })
      }
      const interfaceOf = (rated: RatedInterface) => ({
        standard: tierOf(rated, "standard"),
        messaging: tierOf(rated, "messaging"),
        bulk: tierOf(rated, "bulk"),
        console: tierOf(rated, "console")
      })
      const interfaces = { session: interfaceOf("session"), developer: interfaceOf("developer") }
      return RateLimits.of({
        table,
        take: (organizationId, rated, tier) => {
          const counterOf = interfaces[rated][tier]
          return counterOf === null
            ? Effect.succeed(null)
            : Clock.clockWith((clock) => {
                const at = nowMicros(clock)
                const counter = counterOf(organizationId, at)
                probe(counter, at)
                return counter.take(at)
              })
        }
      })
    })
  )
