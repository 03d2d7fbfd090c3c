import { Effect, Fiber, type Layer, Option } from "effect"
import { ConversationId, type EventId, type OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import { maxPageSize } from "../../../../src/domain/text/Page.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import {
  EventFeed,
  EventLog,
  type FeedPlace,
  type FeedPosition,
  LiveFeed,
  maxSliceBytes
} from "../../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, uuid } from "../../../given/given.ts"
import { eventIdAt, givenTestEvents, givenUnsortedEvents, talkEvent, testEvent } from "../../../given/givenEvents.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

/** The slice after a position. */
const sliceAt = Effect.fnUntraced(function* (organizationId: OrganizationId, position: FeedPosition, limit = 100) {
  const [slice] = yield* (yield* LiveFeed).read([{ organizationId, position }], limit)
  return slice ?? assert.fail("a place without a slice")
})

const behind = Effect.fnUntraced(function* (organizationId: OrganizationId, id?: EventId) {
  return Option.getOrThrow(yield* (yield* LiveFeed).behind(organizationId, Option.fromUndefinedOr(id)))
})

/** All ids after an event, once there are this many: concurrent transactions delay them briefly. */
const idsBehind = Effect.fnUntraced(function* (organizationId: OrganizationId, count: number, id?: EventId) {
  const position = yield* behind(organizationId, id)
  const { events } = yield* Effect.repeat(sliceAt(organizationId, position), {
    until: (slice) => slice.events.length >= count
  })
  return events.map((event) => event.id)
})

export const liveFeedContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `LiveFeed: ${name}`, ports, (it) => {
    it.effect("live feed: has the events and the order of the feed, for any recording order", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const recorded = yield* givenUnsortedEvents(id, at)
        const [late, early] = recorded
        const all = yield* idsBehind(id, 4)
        const { events } = Option.getOrThrow(yield* (yield* EventFeed).after(id, Option.none(), maxPageSize))
        assert.deepStrictEqual(
          all,
          events.map((event) => event.id)
        )
        assert.deepStrictEqual(
          all,
          recorded.map((event) => event.id)
        )
        assert.deepStrictEqual(yield* idsBehind(id, 2, early.id), all.slice(2))
        const [first] = (yield* sliceAt(id, yield* behind(id))).events
        assert.deepStrictEqual(first, {
          id: late.id,
          type: late.type,
          conversationId: null,
          occurredAt: late.occurredAt,
          dataJson: JSON.stringify(late.data),
          conversation: null
        })
      })
    )

    it.effect("live feed: continues where a slice ended by number or by size", () =>
      Effect.gen(function* () {
        const { at, id } = yield* givenSender()
        const { append } = yield* EventLog
        const half = "x".repeat(maxSliceBytes / 2)
        const texts = ["", "", half, half, `${half}${half}`, ""]
        const conversationId = ConversationId.make(yield* uuid)
        for (const [later, text] of texts.entries()) {
          yield* append(talkEvent(id, conversationId, seconds(at, later), text))
        }
        const all = yield* Effect.repeat(idsOf(id), { until: (ids) => ids.length === texts.length })
        const seen: Array<EventId> = []
        const sizes: Array<number> = []
        for (let position = yield* behind(id), isOver = false; !isOver;) {
          const slice = yield* sliceAt(id, position, 2)
          seen.push(...slice.events.map((event) => event.id))
          sizes.push(slice.events.length)
          assert.strictEqual(slice.hasMore, seen.length < texts.length)
          position = slice.position
          isOver = !slice.hasMore
        }
        assert.deepStrictEqual(seen, all)
        assert.deepStrictEqual(sizes, [2, 1, 1, 1, 1])
      })
    )

    it.effect("live feed: ends after the last event, and the next read starts there", () =>
      Effect.gen(function* () {
        const empty = yield* givenSender()
        const { end } = yield* LiveFeed
        const nothing = yield* end(empty.id)
        assert.deepStrictEqual(nothing.last, Option.none())
        const { at, id, ids } = yield* givenTestEvents(0, 1)
        yield* idsBehind(id, 2)
        const { last, position } = yield* end(id)
        assert.deepStrictEqual(last, Option.fromUndefinedOr(ids[1]))
        assert.deepStrictEqual((yield* sliceAt(id, position)).events, [])
        const { append } = yield* EventLog
        const next = testEvent(id, seconds(at, 2))
        const first = testEvent(empty.id, empty.at)
        yield* append(next)
        yield* append(first)
        const until = (organizationId: OrganizationId, from: FeedPosition) =>
          Effect.repeat(sliceAt(organizationId, from), { until: ({ events }) => events.length > 0 })
        assert.deepStrictEqual(
          (yield* until(id, position)).events.map((event) => event.id),
          [next.id]
        )
        assert.deepStrictEqual(
          (yield* until(empty.id, nothing.position)).events.map((event) => event.id),
          [first.id]
        )
      })
    )

    it.effect("live feed: an unknown event and one of another organization are no position", () =>
      Effect.gen(function* () {
        const acme = yield* givenTestEvents(0)
        const globex = yield* givenTestEvents()
        const feed = yield* LiveFeed
        assert.deepStrictEqual(yield* feed.behind(globex.id, Option.fromUndefinedOr(acme.ids[0])), Option.none())
        assert.deepStrictEqual(yield* feed.behind(acme.id, Option.some(eventIdAt(acme.at))), Option.none())
        assert.deepStrictEqual((yield* sliceAt(globex.id, yield* behind(globex.id))).events, [])
      })
    )

    it.effect("live feed: reads many positions at once, those of one organization to the same end", () =>
      Effect.gen(function* () {
        const acme = yield* givenTestEvents(0, 1, 2)
        const globex = yield* givenTestEvents(0)
        const { end, read } = yield* LiveFeed
        yield* idsBehind(acme.id, 3)
        yield* idsBehind(globex.id, 1)
        const positionIn = (organizationId: OrganizationId, position: FeedPosition): FeedPlace => ({
          organizationId,
          position
        })
        const positions = [
          positionIn(acme.id, yield* behind(acme.id, acme.ids[0])),
          positionIn(globex.id, yield* behind(globex.id)),
          positionIn(acme.id, (yield* end(acme.id)).position),
          positionIn(acme.id, yield* behind(acme.id))
        ]
        const slices = yield* read(positions, 10)
        assert.deepStrictEqual(
          slices.map(({ events }) => events.map((event) => event.id)),
          [acme.ids.slice(1), globex.ids, [], acme.ids]
        )
        const [first, other, second, third] = slices.map(({ position }) => position)
        assert.strictEqual(first, second)
        assert.strictEqual(first, third)
        assert.notStrictEqual(first, other)
        assert.deepStrictEqual(yield* read([], 10), [])
      })
    )

    it.effect("live feed: an event has the assignee of its conversation while the contact exists", () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const thread = yield* givenTalk(sender)
        const userId = UserId.make(yield* uuid)
        yield* savedTalk(thread, { assigneeId: userId })
        const strange = talkEvent(sender.id, ConversationId.make(yield* uuid), seconds(sender.at, 5))
        yield* (yield* EventLog).append(strange)
        const assignees = Effect.map(
          Effect.flatMap(behind(sender.id), (position) => sliceAt(sender.id, position)),
          ({ events }) => events
        )
        const before = yield* Effect.repeat(assignees, {
          until: (events) => events.some(({ id }) => id === strange.id)
        })
        for (const { conversation, conversationId } of before) {
          assert.deepStrictEqual(conversation, conversationId === thread.id ? { assigneeId: userId } : null)
        }
        assert.isTrue(before.some(({ conversationId }) => conversationId === thread.id))
        yield* (yield* ContactStore).remove(sender.id, thread.contactId)
        for (const { conversation } of yield* assignees) assert.isNull(conversation)
      })
    )

    it.effect("live feed: signals the organizations of committed events", () =>
      Effect.gen(function* () {
        const acme = yield* givenSender()
        const globex = yield* givenSender()
        const { append, appendAll } = yield* EventLog
        const { atomically } = yield* Transaction
        const next = yield* (yield* LiveFeed).listen
        const signaled = Effect.map(next, (mayHave) => [mayHave(acme.id), mayHave(globex.id)])
        yield* append(testEvent(acme.id, acme.at))
        assert.deepStrictEqual(yield* signaled, [true, false])
        yield* appendAll(globex.id, [testEvent(globex.id, globex.at)])
        assert.deepStrictEqual(yield* signaled, [false, true])
        yield* atomically(append(testEvent(acme.id, acme.at)))
        yield* append(testEvent(globex.id, globex.at))
        assert.deepStrictEqual(yield* signaled, [true, true])
        const waiting = yield* Effect.forkChild(signaled, { startImmediately: true })
        yield* Effect.flip(atomically(Effect.andThen(append(testEvent(globex.id, globex.at)), Effect.fail("no"))))
        yield* Effect.yieldNow
        assert.isUndefined(waiting.pollUnsafe())
        yield* givenTalk(acme)
        assert.deepStrictEqual(yield* Fiber.join(waiting), [true, false])
      }).pipe(Effect.scoped)
    )
  })

/** All current ids of the feed. */
const idsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { after } = yield* EventFeed
  const found = yield* after(organizationId, Option.none(), maxPageSize)
  return Option.getOrThrow(found).events.map((event) => event.id)
})
