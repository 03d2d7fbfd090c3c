import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { retentionWorker } from "../../src/adapters/worker/workers.ts"
import { purgeBatch } from "../../src/app/purgeInBatches.ts"
import { purgeRequestLogs } from "../../src/app/access/requestLogs.ts"
import { OrganizationId, RequestLogId } from "../../src/domain/Ids.ts"
import { EventLog, EventRetention } from "../../src/ports/webhooks/EventLog.ts"
import { IdempotencyKeys } from "../../src/ports/sends/SendLedger.ts"
import { RequestLogs } from "../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenCall } from "../../testing/given/givenCall.ts"
import { settled, testEvent } from "../../testing/given/givenEvents.ts"

const idOf = (count: number) => `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`

const day = 24 * 60 * 60 * 1_000
const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** A request of so many days ago. */
const logOf = (daysAgo: number) => ({
  id: RequestLogId.make(idOf(Math.floor(daysAgo * 1_000))),
  organizationId: OrganizationId.make(idOf(1)),
  requestId: "",
  method: "GET",
  path: "/v1/webhooks",
  status: 200,
  requestBody: {},
  responseBody: {},
  ipAddress: "",
  userAgent: "",
  durationMillis: 1,
  createdAt: DateTime.subtract(start, { milliseconds: daysAgo * day })
})

const world = Memory.layer({ requestLogs: [31, 30, 29.99, 29.9, 1, 0].map(logOf) })

const agesLeft = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ requestLogs }) => requestLogs.map(({ createdAt }) => (start.epochMilliseconds - createdAt.epochMilliseconds) / day)
)

describe("the retention of idempotency keys", () => {
  it.effect("ends 24 hours after the first call", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      const { id } = yield* givenOrganization()
      const { take } = yield* IdempotencyKeys
      yield* take(id, yield* givenCall(), start)
      const left = Effect.map(
        Effect.flatMap(World, ({ state }) => state),
        ({ idempotencyKeys }) => idempotencyKeys.length
      )
      yield* Layer.build(retentionWorker)
      yield* TestClock.adjust("24 hours")
      assert.strictEqual(yield* left, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* left, 0)
    }).pipe(Effect.provide(Memory.layer()))
  )
})

describe("the retention of events", () => {
  const agesKept = Effect.map(
    Effect.flatMap(World, ({ state }) => state),
    ({ events }) => events.map(({ occurredAt }) => (start.epochMilliseconds - occurredAt.epochMilliseconds) / day)
  )

  /** Events of so many days ago. That of 40 days ago still waits to be delivered, and a day is kept as a whole. */
  const given = Effect.gen(function* () {
    yield* TestClock.setTime(start.epochMilliseconds)
    const { id } = yield* givenOrganization({ webhook: {} })
    const { append } = yield* EventLog
    const [waiting, ...others] = [40, 39.75, 31, 30.51, 30.5, 29.51, 8, 6.99, 0].map((daysAgo) =>
      testEvent(id, DateTime.subtract(start, { milliseconds: daysAgo * day }))
    )
    if (waiting === undefined) return
    yield* Effect.forEach([waiting, ...others], append)
    for (const other of others) yield* settled(other, { _tag: "Done" }, { at: start })
    yield* settled(waiting, { _tag: "Retry", dueAt: start }, { at: start })
  })

  it.effect("ends with the day 30 days ago, except for a day with pending deliveries", () =>
    Effect.gen(function* () {
      yield* given
      yield* (yield* World).failNext("RequestLogs.purge")
      yield* Layer.build(retentionWorker)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesKept, [40, 39.75, 30.5, 29.51, 8, 6.99, 0])
      yield* TestClock.adjust("11 hours")
      assert.deepStrictEqual(yield* agesKept, [40, 39.75, 30.5, 29.51, 8, 6.99, 0])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* agesKept, [40, 39.75, 8, 6.99, 0])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("has the configured period", () =>
    Effect.gen(function* () {
      yield* given
      yield* Layer.build(retentionWorker)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesKept, [40, 39.75, 6.99, 0])
    }).pipe(Effect.provideService(EventRetention, "7 days"), Effect.provide(Memory.layer()))
  )
})

describe("the retention of request logs", () => {
  it.effect("ends after 30 days, checked once an hour", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* Layer.build(retentionWorker)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesLeft, [30, 29.99, 29.9, 1, 0])
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* agesLeft, [29.9, 1, 0])
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(yield* agesLeft, [1, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("continues in the next hour after a pass with a defect", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* (yield* World).failNext("RequestLogs.purge")
      yield* Layer.build(retentionWorker)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* agesLeft).length, 6)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* agesLeft, [29.9, 1, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("removes batch by batch until nothing is left, however many rows exist", () =>
    Effect.gen(function* () {
      const perDay = 100 * 24 * 60 * 60
      let left = perDay + 7
      const asked: Array<number> = []
      const logs = RequestLogs.of({
        record: () => Effect.void,
        list: () => Effect.succeed({ rows: [], total: 0 }),
        find: () => Effect.succeedNone,
        purge: (_, limit) =>
          Effect.sync(() => {
            asked.push(limit)
            const gone = Math.min(limit, left)
            left -= gone
            return gone
          })
      })
      assert.strictEqual(yield* Effect.provideService(purgeRequestLogs(), RequestLogs, logs), perDay + 7)
      assert.deepStrictEqual([left, Math.max(...asked)], [0, purgeBatch])
    })
  )

  it.effect("does not delay one purge by another with many rows", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      const { id } = yield* givenOrganization({ webhook: {} })
      yield* (yield* EventLog).append(testEvent(id, DateTime.subtract(start, { milliseconds: 40 * day })))
      const endless = RequestLogs.of({ ...(yield* RequestLogs), purge: () => Effect.succeed(purgeBatch) })
      yield* Layer.build(retentionWorker).pipe(Effect.provideService(RequestLogs, endless))
      yield* Effect.yieldNow.pipe(Effect.repeat({ times: 100 }))
      const { events } = yield* (yield* World).state
      assert.strictEqual(events.length, 0)
    }).pipe(Effect.scoped, Effect.provide(Memory.layer()))
  )
})
