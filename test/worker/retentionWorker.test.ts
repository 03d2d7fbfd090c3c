import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import * as RetentionWorker from "../../src/adapters/worker/retentionWorker.ts"
import { maxPurgeBatches, purgeBatch } from "../../src/app/purgeInBatches.ts"
import { purgeRequestLogs } from "../../src/app/requestLogs.ts"
import { webhookTest } from "../../src/domain/Event.ts"
import { EventId, OrganizationId, RequestLogId } from "../../src/domain/Ids.ts"
import { EventRetention } from "../../src/ports/EventRetention.ts"
import { RequestLogs } from "../../src/ports/RequestLogs.ts"

const idOf = (count: number) => `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`

const day = 24 * 60 * 60 * 1_000
const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** A request of so many days ago. */
const logOf = (daysAgo: number) => ({
  id: RequestLogId.make(idOf(Math.floor(daysAgo * 1_000))),
  organizationId: OrganizationId.make(idOf(1)),
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

describe("the retention of events", () => {
  const agesKept = Effect.map(
    Effect.flatMap(World, ({ state }) => state),
    ({ events }) => events.map(({ occurredAt }) => (start.epochMilliseconds - occurredAt.epochMilliseconds) / day)
  )
  const eventOf = (daysAgo: number) =>
    webhookTest(
      EventId.make(idOf(Math.floor(daysAgo * 1_000))),
      OrganizationId.make(idOf(1)),
      DateTime.subtract(start, { milliseconds: daysAgo * day })
    )
  const waiting = eventOf(40)
  const events = Memory.layer({
    events: [waiting, ...[31, 30, 29.99, 8, 6.99, 0].map(eventOf)],
    deliveries: [{ event: waiting, dueAt: start, failures: 3, isReplay: false }]
  })

  it.effect("ends after 30 days, but not for those that wait to be delivered", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* (yield* World).failNext("RequestLogs.purge")
      yield* Layer.build(RetentionWorker.layer)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesKept, [40, 30, 29.99, 8, 6.99, 0])
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* agesKept, [40, 8, 6.99, 0])
    }).pipe(Effect.provide(events))
  )

  it.effect("ends when the operator says", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* Layer.build(RetentionWorker.layer)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesKept, [40, 6.99, 0])
    }).pipe(Effect.provideService(EventRetention, "7 days"), Effect.provide(events))
  )
})

describe("the retention of request logs", () => {
  it.effect("ends after 30 days, looked after once an hour", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* Layer.build(RetentionWorker.layer)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* agesLeft, [30, 29.99, 29.9, 1, 0])
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* agesLeft, [29.9, 1, 0])
      yield* TestClock.adjust("3 hours")
      assert.deepStrictEqual(yield* agesLeft, [1, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("goes on in the next hour when a pass dies", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.epochMilliseconds)
      yield* (yield* World).failNext("RequestLogs.purge")
      yield* Layer.build(RetentionWorker.layer)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* agesLeft).length, 6)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* agesLeft, [29.9, 1, 0])
    }).pipe(Effect.provide(world))
  )

  it.effect("goes batch by batch, until little is left or the pass has done enough", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const purging = (counts: ReadonlyArray<number>) =>
        Effect.provideService(
          purgeRequestLogs(),
          RequestLogs,
          RequestLogs.of({
            record: () => Effect.void,
            list: () => Effect.succeed({ rows: [], total: 0 }),
            purge: (_, limit) => Effect.sync(() => counts[asked.push(limit) - 1] ?? purgeBatch)
          })
        )
      assert.strictEqual(yield* purging([purgeBatch, purgeBatch, 7]), 2 * purgeBatch + 7)
      assert.deepStrictEqual(asked, [purgeBatch, purgeBatch, purgeBatch])
      asked.length = 0
      assert.strictEqual(yield* purging([]), maxPurgeBatches * purgeBatch)
      assert.strictEqual(asked.length, maxPurgeBatches)
    })
  )
})
