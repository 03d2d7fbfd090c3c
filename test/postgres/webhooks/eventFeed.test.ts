import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as PgEventFeed from "../../../src/adapters/postgres/webhooks/PgEventFeed.ts"
import type { EventId, OrganizationId } from "../../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../../src/ports/webhooks/WebhookStore.ts"
import { EventFeed, EventLog } from "../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../testing/given/era.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { givenTestEvents, settled, testEvent } from "../../../testing/given/givenEvents.ts"
import { serverStores } from "../../support/database/postgresStores.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"

const idsAfter = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId | undefined) {
  const { after } = yield* EventFeed
  const found = yield* after(organizationId, Option.fromUndefinedOr(id), 1_000)
  return Option.getOrThrow(found).events.map((event) => event.id)
})

/** The feed once it shows so many: other tests write on the same server, and hold it back meanwhile. */
const shown = (organizationId: OrganizationId, count: number) =>
  Effect.repeat(idsAfter(organizationId, undefined), { until: (ids) => ids.length >= count })

describe("a reader of events on a server", () => {
  it.effect("sees no event after an uncommitted one, and so loses none", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const { append } = yield* EventLog
      const { atomically } = yield* Transaction
      const first = testEvent(id, at)
      yield* append(first)
      yield* shown(id, 1)

      // Its id is lower, and it is there later.
      const late = testEvent(id, seconds(at, 1))
      const early = testEvent(id, seconds(at, 2))
      const [written, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = yield* Effect.forkChild(
        atomically(
          Effect.andThen(append(late), Effect.andThen(Deferred.succeed(written, undefined), Deferred.await(end)))
        )
      )
      yield* Deferred.await(written)
      yield* append(early)
      for (let look = 0; look < 20; look++) assert.deepStrictEqual(yield* idsAfter(id, undefined), [first.id])
      // The place behind it is known all the same.
      assert.deepStrictEqual(yield* idsAfter(id, early.id), [])

      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(slow)
      assert.deepStrictEqual(yield* shown(id, 3), [first.id, late.id, early.id])
      assert.deepStrictEqual(yield* idsAfter(id, first.id), [late.id, early.id])
    }).pipe(Effect.provide(serverStores))
  )

  it.effect("reads every event once while many write for different times", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const { append } = yield* EventLog
      const { atomically } = yield* Transaction
      const { after } = yield* EventFeed
      const events = Array.from({ length: 400 }, (_, place) => testEvent(id, seconds(at, place)))
      // Reads of another table stand for what else a transaction does.
      const write = (place: number, event: (typeof events)[number]) =>
        atomically(
          Effect.andThen(
            append(event),
            Effect.replicateEffect(
              Effect.flatMap(EventLog, (log) => log.after(id, Option.some(event.id), 1)),
              (place * 7) % 5,
              { discard: true }
            )
          )
        )
      const writing = yield* Effect.forkChild(
        Effect.forEach(events, (event, place) => write(place, event), { concurrency: 6, discard: true })
      )
      const read: Array<EventId> = []
      while (read.length < events.length) {
        const found = yield* after(id, Option.fromUndefinedOr(read.at(-1)), 7)
        read.push(...Option.getOrThrow(found).events.map((event) => event.id))
      }
      yield* Fiber.join(writing)
      assert.deepStrictEqual(
        [...read].sort(),
        events.map((event) => event.id)
      )
      assert.notDeepEqual(read, [...read].sort(), "nothing was recorded out of order")
    }).pipe(Effect.provide(serverStores))
  )

  it.effect("continues in a database that was restored on a server with fewer transactions", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, id, ids } = yield* givenTestEvents(0, 1, 2)
      const untouched = yield* givenTestEvents(0)
      // Nothing that is still running is older than any of them, or it would not be taken for restored.
      assert.deepStrictEqual(yield* shown(id, 3), ids)
      yield* sql`update events set transaction = commit_order, commit_order = (9000000000 + extract(epoch from occurred_at)::bigint % 7)::text::xid8
        where organization_id = ${id}::uuid and id <> ${ids[1] ?? ""}::uuid`
      assert.deepStrictEqual((yield* idsAfter(id, undefined)).length <= 1, true)

      // As the service builds it, which is no statement of the owner.
      const feed = yield* actingFor([])(Layer.build(Layer.fresh(PgEventFeed.layer)))
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* shown(id, 3), ids)
        const next = testEvent(id, seconds(at, -100))
        yield* (yield* EventLog).append(next)
        assert.deepStrictEqual(yield* shown(id, 4), [...ids, next.id])
        assert.deepStrictEqual(yield* shown(untouched.id, 1), untouched.ids)
      }).pipe(Effect.provideContext(feed))
    }).pipe(Effect.scoped, Effect.provide(serverStores))
  )
})

const day = 24 * 60 * 60

describe("events after their retention", () => {
  it.effect("leave no rows, and no partitions of their days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, events } = yield* givenTestEvents(0, day)
      const { purge } = yield* EventFeed
      for (const event of events) {
        yield* settled(event, { _tag: "Retry", dueAt: at }, { at })
        yield* settled(event, { _tag: "GiveUp" }, { at })
      }
      const left = sql<{ readonly rows: ReadonlyArray<number> }>`
        select array[(select count(*) from events), (select count(*) from delivery_attempts),
          (select count(*) from deferred_deliveries),
          (select count(*) from pg_inherits where inhparent = any(array['events', 'delivery_attempts']::regclass[]))
        ]::int[] as rows`
      const [before] = yield* left
      assert.deepStrictEqual(before?.rows.slice(0, 3), [2, 4, 0])
      assert.strictEqual(yield* purge(seconds(at, day)), 1)
      assert.deepStrictEqual((yield* left)[0]?.rows.slice(0, 3), [1, 2, 0])
      assert.strictEqual(yield* purge(seconds(at, 2 * day)), 1)
      assert.deepStrictEqual((yield* left)[0]?.rows.slice(0, 3), [0, 0, 0])
      assert.strictEqual(yield* purge(seconds(at, 2 * day)), 0)
      assert.isAtMost((yield* left)[0]?.rows[3] ?? 99, before?.rows[3] ?? 0)
    }).pipe(Effect.provide(serverStores))
  )

  it.effect("stay during a replay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, events, id } = yield* givenTestEvents(0)
      const [event] = events
      assert.isDefined(event)
      const { purge } = yield* EventFeed
      const { replay } = yield* DeliveryHistory
      const { atomically } = yield* Transaction
      yield* settled(event, { _tag: "GiveUp" }, { at })
      const later = DateTime.add(at, { days: 31 })
      const [replayed, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const replaying = yield* Effect.forkChild(
        atomically(
          Effect.andThen(
            replay(id, event.id, later),
            Effect.andThen(Deferred.succeed(replayed, undefined), Deferred.await(end))
          )
        )
      )
      yield* Deferred.await(replayed)
      assert.strictEqual(yield* purge(later), 0)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(replaying)
      assert.strictEqual(yield* purge(later), 0)
      assert.deepStrictEqual(
        yield* sql`select (select count(*)::int from events) as events,
          (select count(*)::int from deferred_deliveries) as waiting`,
        [{ events: 1, waiting: 1 }]
      )
    }).pipe(Effect.provide(serverStores))
  )
})
