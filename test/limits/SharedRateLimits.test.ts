import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as MemoryIds from "../../src/adapters/memory/MemoryIds.ts"
import * as MemoryRateLedger from "../../src/adapters/memory/limits/MemoryRateLedger.ts"
import * as SharedRateLimits from "../../src/adapters/limits/SharedRateLimits.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import type { Booking, CallReport } from "../../src/domain/limits/RateLedger.ts"
import { type RateTable, rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLedger, RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { rateLimitsContract } from "../../testing/contracts/RateLimits.contract.ts"
import { runner } from "../support/runner.ts"

const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")

const alone = (table: RateTable) =>
  SharedRateLimits.layer(table).pipe(Layer.provide([MemoryRateLedger.layer, MemoryIds.layer]))

rateLimitsContract(runner, "one process on a ledger", alone)

/** A process whose ledger answers what the function says. */
const processOn = (book: (report: CallReport) => Effect.Effect<Booking>) =>
  SharedRateLimits.layer(rateTable(usualRates)).pipe(
    Layer.provide(Layer.succeed(RateLedger, RateLedger.of({ book: (_, __, report) => book(report) }))),
    Layer.provide(MemoryIds.layer)
  )

/** Several processes on one ledger in memory. */
const processesOn = Effect.fnUntraced(function* (count: number, table: RateTable) {
  const shared = yield* Layer.build(Layer.merge(MemoryRateLedger.layer, MemoryIds.layer))
  return yield* Effect.forEach(Array.from({ length: count }), () =>
    Effect.map(Layer.build(Layer.fresh(SharedRateLimits.layer(table))).pipe(Effect.provideContext(shared)), (context) =>
      Effect.provideContext(RateLimits, context)
    )
  )
})

const nothing: Booking = { granted: 0, others: [] }

describe("rate limits of processes with a shared ledger", () => {
  it.effect("report the calls of an advance together, without delaying any of them", () =>
    Effect.gen(function* () {
      const reports: Array<CallReport> = []
      const ledger = (report: CallReport) => {
        reports.push(report)
        return Effect.succeed(nothing)
      }
      yield* Effect.gen(function* () {
        const { take } = yield* RateLimits
        const first = yield* take(acme, "developer", "standard")
        const second = yield* take(acme, "developer", "standard")
        assert.deepStrictEqual([first?.remaining, second?.remaining], [99, 98])
        assert.strictEqual(reports.length, 0)
        yield* TestClock.adjust(SharedRateLimits.bookingDelay)
        assert.deepStrictEqual(
          reports.map(({ accepted, waiting }) => ({ accepted, waiting })),
          [
            {
              accepted: [
                { ageMicros: 100_000, calls: 1 },
                { ageMicros: 100_000, calls: 1 }
              ],
              waiting: 0
            }
          ]
        )
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(reports.length, 1)
      }).pipe(Effect.provide(processOn(ledger)))
    })
  )

  it.effect("refuse without a call to the ledger once the known calls fill the tier", () =>
    Effect.gen(function* () {
      let reports = 0
      const ledger = () =>
        Effect.sync(() => {
          reports += 1
          return { granted: 0, others: [{ ageMicros: 500_000, calls: 30 }] }
        })
      yield* Effect.gen(function* () {
        const { take } = yield* RateLimits
        assert.isTrue((yield* take(acme, "developer", "messaging"))?.isAllowed)
        yield* TestClock.adjust(0)
        assert.strictEqual(reports, 1)
        const refused = yield* take(acme, "developer", "messaging")
        assert.deepStrictEqual([refused?.isAllowed, refused?.remaining, refused?.retryAfterSeconds], [false, 0, 1])
        assert.strictEqual(reports, 1)
      }).pipe(Effect.provide(processOn(ledger)))
    })
  )

  it.effect("enforce the tier together, and grant an idle organization its whole burst", () =>
    Effect.gen(function* () {
      for (const count of [1, 2, 4]) {
        const processes = yield* processesOn(count, rateTable(usualRates))
        for (const _ of ["first period", "second period"]) {
          const verdicts = yield* Effect.forEach(
            Array.from({ length: 400 }, (_, call) => processes[call % count]),
            (process) =>
              process === undefined
                ? Effect.die("no process")
                : Effect.flatMap(process, ({ take }) => take(acme, "developer", "standard")),
            { concurrency: "unbounded" }
          )
          const accepted = verdicts.filter((verdict) => verdict?.isAllowed).length
          assert.isAtLeast(accepted, 100)
          assert.isAtMost(accepted, 100 + (count - 1) * 5)
          yield* TestClock.adjust("60 seconds")
        }
      }
    }).pipe(Effect.scoped)
  )

  it.effect("count separately while the ledger is unavailable, and together again once it responds", () =>
    Effect.gen(function* () {
      let isAway = true
      let reports = 0
      const ledger = () =>
        Effect.suspend(() => {
          reports += 1
          return isAway
            ? Effect.die("the database is away")
            : Effect.succeed({ granted: 0, others: [{ ageMicros: 0, calls: 10 }] })
        })
      yield* Effect.gen(function* () {
        const { take } = yield* RateLimits
        const call = take(acme, "session", "bulk")
        const verdicts = yield* Effect.replicateEffect(call, 11)
        assert.strictEqual(verdicts.filter((verdict) => verdict?.isAllowed).length, 10)
        // The second report finds out that the ledger is still away, and no call waits for it.
        assert.strictEqual(reports, 2)
        yield* TestClock.adjust("5 seconds")
        isAway = false
        yield* call
        yield* TestClock.adjust(0)
        assert.strictEqual(reports, 3)
        assert.isFalse((yield* take(acme, "session", "bulk"))?.isAllowed)
        assert.isFalse((yield* call)?.isAllowed)
      }).pipe(Effect.provide(processOn(ledger)))
    })
  )

  it.effect("wait once for an unresponsive ledger, no longer than its deadline", () =>
    Effect.gen(function* () {
      const { take } = yield* RateLimits
      const call = take(acme, "developer", "bulk")
      const waiting = yield* Effect.forkChild(call, { startImmediately: true })
      yield* TestClock.adjust(SharedRateLimits.bookingDeadline)
      assert.isTrue((yield* Fiber.join(waiting))?.isAllowed)
      assert.isTrue((yield* call)?.isAllowed)
    }).pipe(Effect.provide(processOn(() => Effect.never)))
  )

  it.effect("report again the calls that arrived during a report", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const asked: Array<number> = []
      const ledger = ({ waiting }: CallReport) =>
        Effect.suspend(() => {
          asked.push(waiting)
          return Effect.as(Deferred.await(answer), { granted: waiting, others: [] })
        })
      yield* Effect.gen(function* () {
        const { take } = yield* RateLimits
        const call = Effect.forkChild(take(acme, "developer", "bulk"), { startImmediately: true })
        const first = yield* call
        yield* TestClock.adjust(0)
        const others = yield* Effect.replicateEffect(call, 9)
        yield* TestClock.adjust(0)
        yield* Deferred.succeed(answer, undefined)
        const verdicts = yield* Effect.forEach([first, ...others], Fiber.join)
        assert.deepStrictEqual(asked, [1, 9])
        assert.deepStrictEqual(
          verdicts.map((verdict) => verdict?.remaining),
          [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
        )
      }).pipe(Effect.provide(processOn(ledger)))
    })
  )

  it.effect("do not report callers that disconnected before", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const asked: Array<number> = []
      const ledger = ({ waiting }: CallReport) =>
        Effect.suspend(() => {
          asked.push(waiting)
          return Effect.as(Deferred.await(answer), { granted: 1, others: [] })
        })
      yield* Effect.gen(function* () {
        const { take } = yield* RateLimits
        const call = Effect.forkChild(take(acme, "developer", "bulk"), { startImmediately: true })
        const first = yield* call
        yield* TestClock.adjust(0)
        const gone = yield* call
        const left = yield* Effect.replicateEffect(call, 2)
        yield* Fiber.interrupt(gone)
        yield* Deferred.succeed(answer, undefined)
        const verdicts = yield* Effect.forEach([first, ...left], Fiber.join)
        assert.deepStrictEqual(
          verdicts.map((verdict) => verdict?.isAllowed),
          [true, true, false]
        )
        assert.deepStrictEqual(asked, [1, 2])
      }).pipe(Effect.provide(processOn(ledger)))
    })
  )
})
