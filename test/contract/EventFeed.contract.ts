import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, type Layer, Option } from "effect"
import type { EventId, OrganizationId } from "../../src/domain/Ids.ts"
import { DeliveryHistory } from "../../src/ports/DeliveryHistory.ts"
import { EventFeed } from "../../src/ports/EventFeed.ts"
import { EventLog } from "../../src/ports/EventLog.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { seconds } from "../support/era.ts"
import { givenSender } from "../support/given.ts"
import { contactEvent, eventIdAt, givenTestEvents, recordsOf, settled, testEvent } from "../support/givenEvents.ts"
import { claimOf, eventsOf, idsOf, recorded } from "../support/seen.ts"
import type { StorePorts } from "../support/StorePorts.ts"

/** Everything in the feed, once so many events are shown: what others write at the same time holds them back a moment. */
const feedOf = Effect.fnUntraced(function* (organizationId: OrganizationId, count: number) {
  const { after } = yield* EventFeed
  const look = Effect.map(after(organizationId, Option.none(), 1_000), Option.getOrThrow)
  return yield* Effect.repeat(look, { until: ({ events }) => events.length >= count })
})

export const eventFeedContract = <E>(name: string, ports: Layer.Layer<StorePorts, E>) =>
  layer(ports, { timeout: "60 seconds" })(`EventFeed: ${name}`, (it) => {
    it.effect("gives every event in the order in which it was recorded, whether anybody asked for it or not", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const { append, appendAll } = yield* EventLog
        const { atomically } = yield* Transaction
        // Recorded in another order than their ids have.
        const late = testEvent(id, seconds(at, 9))
        const early = yield* contactEvent(id, seconds(at, -9))
        const both = [testEvent(id, at), yield* contactEvent(id, seconds(at, 1))]
        yield* append(late)
        yield* Effect.flip(atomically(Effect.andThen(append(testEvent(id, at)), Effect.fail("no"))))
        yield* append(early)
        yield* appendAll(id, both)
        assert.deepStrictEqual(yield* feedOf(id, 4), {
          events: [late, early, ...both].map(recorded),
          hasMore: false
        })
      })
    )

    it.effect("goes on after an event, and says whether there is more", () =>
      Effect.gen(function* () {
        const { id, ids } = yield* givenTestEvents(3, 2, 1, 0)
        const { after } = yield* EventFeed
        yield* feedOf(id, 4)
        const slice = (from: EventId | undefined, limit: number) =>
          Effect.map(after(id, Option.fromUndefinedOr(from), limit), (found) => {
            const { events, hasMore } = Option.getOrThrow(found)
            return { ids: events.map((event) => event.id), hasMore }
          })
        assert.deepStrictEqual(yield* slice(undefined, 3), { ids: ids.slice(0, 3), hasMore: true })
        assert.deepStrictEqual(yield* slice(undefined, 4), { ids, hasMore: false })
        assert.deepStrictEqual(yield* slice(ids[0], 2), { ids: ids.slice(1, 3), hasMore: true })
        assert.deepStrictEqual(yield* slice(ids[1], 2), { ids: ids.slice(2), hasMore: false })
        assert.deepStrictEqual(yield* slice(ids[3], 2), { ids: [], hasMore: false })
      })
    )

    it.effect("knows no place behind an event that is not there, or is another organization's", () =>
      Effect.gen(function* () {
        const acme = yield* givenTestEvents(0)
        const globex = yield* givenTestEvents()
        const { after } = yield* EventFeed
        const [foreign] = acme.ids
        assert.isDefined(foreign)
        assert.deepStrictEqual(yield* after(globex.id, Option.some(foreign), 10), Option.none())
        assert.deepStrictEqual(yield* after(acme.id, Option.some(eventIdAt(acme.at)), 10), Option.none())
        assert.deepStrictEqual(yield* after(globex.id, Option.none(), 10), Option.some({ events: [], hasMore: false }))
      })
    )

    it.effect("forgets what happened before an instant, with its deliveries, and so much at most", () =>
      Effect.gen(function* () {
        const acme = yield* givenTestEvents(0, 1, 2, 3)
        const globex = yield* givenTestEvents(0, 1)
        const { purge } = yield* EventFeed
        const { find } = yield* DeliveryHistory
        for (const event of [...acme.events, ...globex.events]) yield* settled(event, { _tag: "Done" }, { at: acme.at })
        const counts = Effect.map(Effect.zip(eventsOf(acme.id), eventsOf(globex.id)), ([own, others]) => [
          own.length,
          others.length
        ])
        // What other tests left behind.
        yield* purge(DateTime.subtract(globex.at, { days: 1 }), 10_000)

        assert.strictEqual(yield* purge(globex.at, 10), 0)
        assert.strictEqual(yield* purge(seconds(globex.at, 1), 10), 1)
        assert.deepStrictEqual(yield* counts, [4, 1])
        assert.strictEqual((yield* recordsOf(globex.id)).length, 1)
        assert.strictEqual(yield* purge(seconds(acme.at, 3), 2), 2)
        assert.strictEqual(yield* purge(seconds(acme.at, 3), 3), 2)
        assert.deepStrictEqual(yield* counts, [1, 0])
        const [first, , , last] = acme.ids
        assert.isDefined(first)
        assert.isDefined(last)
        assert.deepStrictEqual(yield* find(acme.id, first), Option.none())
        assert.isTrue(Option.isSome(yield* find(acme.id, last)))
        assert.strictEqual(yield* purge(seconds(acme.at, 3), 10), 0)
      })
    )

    it.effect("never forgets what still waits to be delivered", () =>
      Effect.gen(function* () {
        const { at, events, id, ids } = yield* givenTestEvents(0, 1, 2)
        const { purge } = yield* EventFeed
        const { replay } = yield* DeliveryHistory
        yield* purge(DateTime.subtract(at, { days: 1 }), 10_000)
        const [again, waiting, done] = events
        assert.isDefined(done)
        assert.isDefined(again)
        assert.isDefined(waiting)
        yield* settled(done, { _tag: "Done" }, { at })
        yield* settled(again, { _tag: "GiveUp" }, { at })
        yield* settled(waiting, { _tag: "Retry", dueAt: seconds(at, 60) }, { at })
        yield* replay(id, again.id, at)
        assert.strictEqual(yield* purge(seconds(at, 100), 1), 1)
        assert.deepStrictEqual(
          (yield* eventsOf(id)).map((event) => event.id),
          ids.slice(0, 2)
        )
        assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 60))), ids.slice(0, 2))
        const [record] = yield* recordsOf(id)
        assert.strictEqual(record?.attempts.length, 1)
      })
    )
  })
