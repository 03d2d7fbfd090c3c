import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { queryMillis } from "../../../src/adapters/postgres/inbound/PgInboundQueue.ts"
import { pollTimeoutMillis, maxBuffered } from "../../../src/adapters/postgres/inbound/InboundBuffer.ts"
import { type InboundDelivery, inboundLease } from "../../../src/domain/inbound/InboundDelivery.ts"
import { InboundQueue } from "../../../src/ports/inbound/InboundQueue.ts"
import { someDelivery } from "../../../testing/given/givenDeliveries.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

const at = DateTime.makeUnsafe("2026-11-22T12:00:00.000Z")
const leaseEnd = DateTime.addDuration(at, inboundLease)

/** Two processes on one database; the other one can end before the test does. */
const processes = Effect.gen(function* () {
  const url = Redacted.make(yield* migratedDatabase)
  const instance = Layer.build(Layer.fresh(storesOn(Database.server(url))))
  const ends = yield* Scope.make()
  const one = yield* instance
  const other = yield* Scope.provide(instance, ends)
  // Both processes run an inbound worker.
  const queueOf = (stores: typeof one) =>
    Effect.tap(Effect.provideContext(InboundQueue, stores), ({ claim }) => claim(at, 1))
  return {
    one: yield* queueOf(one),
    other: yield* queueOf(other),
    end: Scope.close(ends, Exit.void),
    versions: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly version: string }>`
        select xmin::text || ' ' || ctid::text as version from inbound_deliveries order by id`
      return rows.map(({ version }) => version)
    }).pipe(Effect.provideContext(one)),
    given: Effect.fnUntraced(function* (count: number, body = "{}") {
      return yield* Effect.forEach(Array.from({ length: count }), () => someDelivery(at, body))
    }, Effect.provideContext(one))
  }
})

const accepted = (queue: InboundQueue["Service"], deliveries: ReadonlyArray<InboundDelivery>) =>
  Effect.forEach(deliveries, queue.accept, { concurrency: 64, discard: true })

const idsOf = (deliveries: ReadonlyArray<InboundDelivery>) => deliveries.map(({ id }) => id).toSorted()

describe("buffered deliveries", () => {
  it.effect("belong to the storing process until their lease ends", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const deliveries = yield* given(3)
      yield* accepted(one, deliveries)
      assert.deepStrictEqual(yield* other.claim(at, 10), [])
      assert.deepStrictEqual(yield* other.claim(DateTime.subtract(leaseEnd, { milliseconds: 1 }), 10), [])
      assert.deepStrictEqual(idsOf(yield* other.claim(leaseEnd, 10)), idsOf(deliveries))
      // The other process owns them now.
      assert.deepStrictEqual(yield* one.claim(leaseEnd, 10), [])
    })
  )

  it.effect("are claimed once, without a write to the database", () =>
    Effect.gen(function* () {
      const { given, one, versions } = yield* processes
      yield* one.claim(at, 1)
      const deliveries = yield* given(3)
      yield* accepted(one, deliveries)
      const before = yield* versions
      assert.strictEqual((yield* one.claim(at, 2)).length, 2)
      assert.strictEqual((yield* one.claim(at, 2)).length, 1)
      assert.deepStrictEqual(yield* one.claim(at, 2), [])
      assert.deepStrictEqual(yield* versions, before)
    })
  )

  it.effect("are claimed again if too little of their lease is left", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const deliveries = yield* given(2)
      yield* accepted(one, deliveries)
      const late = DateTime.subtract(leaseEnd, { seconds: 1 })
      assert.deepStrictEqual(idsOf(yield* one.claim(late, 10)), idsOf(deliveries))
      assert.deepStrictEqual(yield* other.claim(leaseEnd, 10), [])
      assert.deepStrictEqual(idsOf(yield* other.claim(DateTime.addDuration(late, inboundLease), 10)), idsOf(deliveries))
    })
  )

  it.effect("are claimed by one process after their lease has expired", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const deliveries = yield* given(2)
      yield* accepted(one, deliveries)
      const shares = yield* Effect.all([one.claim(leaseEnd, 10), other.claim(leaseEnd, 10)], { concurrency: 2 })
      assert.deepStrictEqual(idsOf(shares.flat()), idsOf(deliveries))
    })
  )

  it.effect("can be claimed by other processes as soon as the process ends", () =>
    Effect.gen(function* () {
      const { end, given, one, other } = yield* processes
      const deliveries = yield* given(3)
      yield* accepted(other, deliveries)
      const [first] = yield* other.claim(at, 1)
      yield* end
      const rest = yield* one.claim(at, 10)
      assert.deepStrictEqual(idsOf([...rest, ...(first === undefined ? [] : [first])]), idsOf(deliveries))
      assert.strictEqual(rest.length, 2)
    })
  )

  it.effect("are limited by the size of their bodies; any process claims the rest", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const large = yield* given(6, "x".repeat(maxBuffered.characters / 4))
      yield* Effect.forEach(large, one.accept, { discard: true })
      assert.deepStrictEqual(idsOf(yield* other.claim(at, 10)), idsOf(large.slice(4)))
      assert.deepStrictEqual(idsOf(yield* one.claim(at, 10)), idsOf(large.slice(0, 4)))
      // There is room again.
      const more = yield* given(1)
      yield* accepted(one, more)
      assert.deepStrictEqual(yield* other.claim(at, 10), [])
      assert.deepStrictEqual(idsOf(yield* one.claim(at, 10)), idsOf(more))
    })
  )

  it.effect("are limited in number", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const many = yield* given(maxBuffered.deliveries + 5)
      yield* accepted(one, many)
      assert.strictEqual((yield* other.claim(at, 100)).length, 5)
      assert.strictEqual((yield* one.claim(at, maxBuffered.deliveries + 5)).length, maxBuffered.deliveries)
    })
  )

  it.effect("do not stop the process from claiming deliveries that other processes released", () =>
    Effect.gen(function* () {
      const { end, given, one, other } = yield* processes
      const left = yield* given(1)
      yield* accepted(other, left)
      yield* end
      const own = yield* given(3)
      yield* accepted(one, own)
      // Also when the clock is set back.
      const before = DateTime.subtract(at, { milliseconds: queryMillis })
      assert.deepStrictEqual(idsOf(yield* one.claim(before, 2)), idsOf([...left, ...own.slice(0, 1)]))
      assert.deepStrictEqual(idsOf(yield* one.claim(before, 1)), idsOf(own.slice(1, 2)))
    })
  )

  it.effect("do not stop the query while the buffer is never empty", () =>
    Effect.gen(function* () {
      const { end, given, one, other } = yield* processes
      const own = yield* given(3)
      yield* accepted(one, own)
      yield* one.claim(at, 1)
      const left = yield* given(1)
      yield* accepted(other, left)
      yield* end
      const soon = (millis: number) => DateTime.add(at, { milliseconds: millis })
      assert.deepStrictEqual(idsOf(yield* one.claim(soon(queryMillis - 1), 1)), idsOf(own.slice(1, 2)))
      assert.deepStrictEqual(idsOf(yield* one.claim(soon(queryMillis), 1)), idsOf(left))
      assert.deepStrictEqual(idsOf(yield* one.claim(soon(queryMillis), 1)), idsOf(own.slice(2)))
    })
  )

  it.effect("are absent without a recent poll of an inbound worker", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const late = DateTime.add(at, { milliseconds: pollTimeoutMillis + 1 })
      const [early] = yield* given(1)
      if (early === undefined) return assert.fail("no delivery")
      const delivery = { ...early, receivedAt: late }
      yield* one.accept(delivery)
      assert.deepStrictEqual(yield* other.claim(late, 10), [delivery])
    })
  )

  it.effect("exclude deliveries that could not be stored", () =>
    Effect.gen(function* () {
      const { given, one, other } = yield* processes
      const [good, bad] = yield* given(2)
      if (good === undefined || bad === undefined) return assert.fail("no deliveries")
      // A text of Postgres cannot contain this character.
      const refused = { ...bad, body: "\0" }
      const exits = yield* Effect.forEach([good, refused], (delivery) => Effect.exit(one.accept(delivery)), {
        concurrency: 2
      })
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure"]
      )
      assert.deepStrictEqual(idsOf(yield* one.claim(at, 10)), [good.id])
      assert.deepStrictEqual(yield* other.claim(leaseEnd, 10), [good])
    })
  )
})
