import { DateTime, Effect, type Layer, Option } from "effect"
import { ConversationId, type EventId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { DeliveryHistory, WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { EventFeed, EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, uuid } from "../../../given/given.ts"
import {
  eventIdAt,
  givenTestEvents,
  givenUnsortedEvents,
  recordsOf,
  settled,
  talkEvent,
  testEvent
} from "../../../given/givenEvents.ts"
import { dueOf, eventsOf, idsOf, recorded } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const idsIn = (events: ReadonlyArray<{ readonly id: EventId }>) => events.map(({ id }) => id)

const day = 24 * 60 * 60 * 1_000

/** All events of the feed, once there are this many: concurrent transactions delay them briefly. */
const feedOf = Effect.fnUntraced(function* (organizationId: OrganizationId, count: number) {
  const { after } = yield* EventFeed
  const look = Effect.map(after(organizationId, Option.none(), 1_000), Option.getOrThrow)
  return yield* Effect.repeat(look, { until: ({ events }) => events.length >= count })
})

export const eventFeedContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `EventFeed: ${name}`, ports, (it) => {
    it.effect("event feed: returns every event in recording order, with or without a subscription", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const events = yield* givenUnsortedEvents(id, at)
        assert.deepStrictEqual(yield* feedOf(id, 4), {
          events: events.map(recorded),
          hasMore: false
        })
      })
    )

    it.effect("event feed: a page ends before its size limit, but has at least one event", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const { append } = yield* EventLog
        const { after } = yield* EventFeed
        const ids: Array<EventId> = []
        for (const [later, size] of [0, 0, 5, 1.5, 1.5, 1.5].entries()) {
          const conversationId = ConversationId.make(yield* uuid)
          const event = talkEvent(id, conversationId, seconds(at, later), "x".repeat(size * 1024 * 1024))
          ids.push(event.id)
          yield* append(event)
        }
        // Waits until the last event is visible: concurrent transactions delay them briefly.
        const last = after(id, Option.fromUndefinedOr(ids.at(-2)), 1)
        yield* Effect.repeat(last, { until: (found) => Option.exists(found, ({ events }) => events.length === 1) })
        const pages: Array<number> = []
        let from: Option.Option<EventId> = Option.none()
        for (let count = 0; count < 6;) {
          const { events, hasMore } = Option.getOrThrow(yield* after(id, from, 100))
          if (events.length === 0) continue
          pages.push(events.length)
          count += events.length
          from = Option.fromUndefinedOr(events.at(-1)?.id)
          assert.strictEqual(hasMore, count < 6)
        }
        assert.deepStrictEqual(pages, [2, 1, 2, 1])
      })
    )

    it.effect("event feed: continues after an event, and reports whether there are more", () =>
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

    it.effect("event feed: an unknown event and one of another organization are no position", () =>
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

    it.effect("event feed: finds the last event before a time, for a reader that missed later ones", () =>
      Effect.gen(function* () {
        const { at, id, ids } = yield* givenTestEvents(0, 1, 2, 2, 3)
        const other = yield* givenTestEvents(1)
        const { after, lastBefore } = yield* EventFeed
        const before = (later: number, of = id) => Effect.map(lastBefore(of, seconds(at, later)), Option.getOrUndefined)
        assert.isUndefined(yield* before(0))
        assert.strictEqual(yield* before(1), ids[0])
        assert.strictEqual(yield* before(2), ids[1])
        assert.strictEqual(yield* before(3), ids[3])
        assert.strictEqual(yield* before(4), ids[4])
        assert.strictEqual(yield* before(1_000_000_000, other.id), other.ids[0])
        assert.isUndefined(yield* before(1_000_000_000, (yield* givenSender()).id))
        yield* feedOf(id, 5)
        const missed = Option.getOrThrow(yield* after(id, yield* lastBefore(id, seconds(at, 2)), 10))
        assert.deepStrictEqual(idsIn(missed.events), ids.slice(2))
      })
    )

    it.effect("event feed: a purge removes days before a time with their delivery results", () =>
      Effect.gen(function* () {
        const acme = yield* givenTestEvents()
        const globex = yield* givenTestEvents()
        const { append } = yield* EventLog
        const { purge } = yield* EventFeed
        const { find } = yield* DeliveryHistory
        const midnight = DateTime.startOf(globex.at, "day")
        const millis = (after: number) => DateTime.add(midnight, { milliseconds: after })
        // Removes events of other tests.
        yield* purge(midnight)
        const recordAt = Effect.fnUntraced(function* (id: OrganizationId, at: DateTime.Utc) {
          const event = testEvent(id, at)
          yield* append(event)
          yield* settled(event, { _tag: "Done" }, { at })
          return event.id
        })
        const [first, lastOfDay, otherDay] = [
          yield* recordAt(acme.id, midnight),
          yield* recordAt(globex.id, millis(day - 1)),
          yield* recordAt(acme.id, millis(day))
        ]
        const remaining = Effect.gen(function* () {
          const events = [...(yield* eventsOf(acme.id)), ...(yield* eventsOf(globex.id))]
          const deliveries = [...(yield* recordsOf(acme.id)), ...(yield* recordsOf(globex.id))]
          assert.sameMembers(
            deliveries.map(({ eventId }) => eventId),
            events.map(({ id }) => id)
          )
          return events.map(({ id }) => id)
        })

        assert.strictEqual(yield* purge(millis(day - 1)), 0)
        assert.deepStrictEqual(yield* remaining, [first, otherDay, lastOfDay])
        assert.strictEqual(yield* purge(millis(day)), 2)
        assert.deepStrictEqual(yield* remaining, [otherDay])
        assert.strictEqual(yield* purge(millis(2 * day - 1)), 0)
        assert.deepStrictEqual(yield* find(acme.id, first), Option.none())
        assert.isTrue(Option.isSome(yield* find(acme.id, otherDay)))
        assert.strictEqual(yield* purge(millis(2 * day)), 1)
        assert.deepStrictEqual(yield* remaining, [])
      })
    )

    it.effect("event feed: a day with a pending delivery stays, unless its subscription is disabled", () =>
      Effect.gen(function* () {
        const { at, events, id, ids } = yield* givenTestEvents(0, 1, 2)
        const { purge } = yield* EventFeed
        const { replay } = yield* DeliveryHistory
        const { find, save } = yield* WebhookStore
        const days = (count: number) => DateTime.add(DateTime.startOf(at, "day"), { days: count })
        const [again, waiting, done] = events
        assert.isDefined(done)
        assert.isDefined(again)
        assert.isDefined(waiting)
        const nextDay = testEvent(id, days(1))
        yield* (yield* EventLog).append(nextDay)
        yield* settled(nextDay, { _tag: "Done" }, { at })
        yield* settled(done, { _tag: "Done" }, { at })
        yield* settled(again, { _tag: "GiveUp" }, { at })
        yield* settled(waiting, { _tag: "Retry", dueAt: seconds(at, 60) }, { at })
        yield* replay(id, again.id, at)

        assert.strictEqual(yield* purge(days(2)), 1)
        assert.deepStrictEqual(
          (yield* eventsOf(id)).map((event) => event.id),
          ids
        )
        assert.deepStrictEqual(idsOf(yield* dueOf(id, seconds(at, 60))), ids.slice(0, 2))
        assert.deepStrictEqual(
          (yield* recordsOf(id)).map(({ attempts }) => attempts.length),
          [1, 1, 1]
        )

        const webhook = Option.getOrThrow(yield* find(id))
        yield* save({ ...webhook, status: "disabled" })
        assert.strictEqual(yield* purge(days(2)), 3)
        yield* save(webhook)
        assert.deepStrictEqual(yield* eventsOf(id), [])
        assert.deepStrictEqual(yield* recordsOf(id), [])
        assert.deepStrictEqual(yield* dueOf(id, seconds(at, 60)), [])
      })
    )
  })
