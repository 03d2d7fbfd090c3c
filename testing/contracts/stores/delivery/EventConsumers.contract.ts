import { DateTime, Deferred, Duration, Effect, type Layer, Option } from "effect"
import { ConversationId, type EventId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { NextStep } from "../../../../src/domain/webhooks/afterRefusal.ts"
import { failuresThatHold, type QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { type ConsumerFilter, ConsumerName, type ConsumerStart } from "../../../../src/domain/webhooks/EventConsumer.ts"
import { OrganizationDeletion } from "../../../../src/ports/access/Organizations.ts"
import { Organizations } from "../../../../src/ports/access/Organizations.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import type { OutboxCursor } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { type ConsumerBatch, EventConsumers } from "../../../../src/ports/webhooks/EventConsumers.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, uuid } from "../../../given/given.ts"
import { contactEvent, talkEvent, testEvent } from "../../../given/givenEvents.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { suite } from "../../Suite.ts"

const lease = Duration.minutes(1)

/** A consumer of an organization's events, and its owner. It is removed at the end of the test. */
const givenConsumer = Effect.fnUntraced(function* (from: ConsumerStart = "now") {
  const consumers = yield* EventConsumers
  const sender = yield* givenSender()
  const name = ConsumerName.make(`test-${yield* uuid}`)
  const owner = yield* uuid
  yield* Effect.acquireRelease(consumers.register(name, from), () => consumers.remove(name))
  const cursor = Option.getOrThrow(yield* consumers.claim(name, owner, lease))
  const filter: ConsumerFilter = { types: null, organizationId: sender.id }
  const read = (from: OutboxCursor = cursor, limit = 1_000) => consumers.read(name, filter, from, limit)
  return { ...sender, consumers, cursor, filter, name, owner, read }
})

/** Reads to the end in slices of at most `limit` recorded events. */
const readAll = Effect.fnUntraced(function* (
  read: (from: OutboxCursor, limit: number) => Effect.Effect<ConsumerBatch>,
  from: OutboxCursor,
  limit: number
) {
  const events: Array<ConsumerBatch["events"][number]> = []
  let batch = yield* read(from, limit)
  for (;;) {
    events.push(...batch.events)
    if (!batch.hasMore) return { events, cursor: batch.cursor }
    batch = yield* read(batch.cursor, limit)
  }
})

const idsOf = (deliveries: ReadonlyArray<QueuedDelivery>): ReadonlyArray<EventId> =>
  deliveries.map(({ event }) => event.id)

const deliveriesOf = ({ events }: Pick<ConsumerBatch, "events">) => events.map(({ delivery }) => delivery)

/** Events of one conversation, one a second. */
const givenTalkEvents = Effect.fnUntraced(function* (id: OrganizationId, at: DateTime.Utc, count: number) {
  const conversationId = ConversationId.make(yield* uuid)
  const { append } = yield* EventLog
  const events = Array.from({ length: count }, (_, later) => talkEvent(id, conversationId, seconds(at, later)))
  yield* Effect.forEach(events, append, { discard: true })
  return events
})

const retryAt = (dueAt: DateTime.Utc) => NextStep.cases.Retry.make({ dueAt })
const giveUp = NextStep.cases.GiveUp.make({})

export const eventConsumersContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `EventConsumers: ${name}`, ports, (it) => {
    it.effect("consumer: reads events from its registration on, with their data, and none twice", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog
        const before = yield* givenSender()
        yield* append(testEvent(before.id, before.at))
        const { at, cursor, id, read } = yield* givenConsumer()
        const events = yield* givenTalkEvents(id, at, 2)
        const other = yield* contactEvent(id, seconds(at, 3))
        yield* append(other)
        const batch = yield* read()
        assert.deepStrictEqual(
          idsOf(deliveriesOf(batch)),
          [...events, other].map((event) => event.id)
        )
        const [first] = batch.events
        const event = events[0] ?? assert.fail("no event")
        assert.deepStrictEqual(first?.delivery, {
          organizationId: id,
          event: {
            id: event.id,
            type: "message.sent",
            conversationId: event.conversationId,
            sequence: 1,
            occurredAt: event.occurredAt,
            dataJson: JSON.stringify(event.data)
          },
          failures: 0,
          isDeferred: false
        })
        assert.deepStrictEqual((yield* read(batch.cursor)).events, [])
        const behindFirst = yield* read(first?.cursor ?? cursor)
        assert.deepStrictEqual(
          idsOf(deliveriesOf(behindFirst)),
          [...events.slice(1), other].map((event) => event.id)
        )
      })
    )

    it.effect("consumer: a start from the beginning has the stored events; a second registration changes nothing", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog
        const sender = yield* givenSender()
        const early = testEvent(sender.id, sender.at)
        yield* append(early)
        const { consumers, name, owner } = yield* givenConsumer("beginning")
        const filter = { types: null, organizationId: sender.id }
        yield* consumers.register(name, "now")
        const cursor = Option.getOrThrow(yield* consumers.claim(name, owner, lease))
        const all = yield* readAll((from, limit) => consumers.read(name, filter, from, limit), cursor, 1_000)
        assert.deepStrictEqual(idsOf(deliveriesOf(all)), [early.id])
      })
    )

    it.effect("consumer: the filter limits types and organization, in slices of any size", () =>
      Effect.gen(function* () {
        const { at, consumers, cursor, id, name } = yield* givenConsumer()
        const { append } = yield* EventLog
        const other = yield* givenSender()
        const expected: Array<EventId> = []
        for (let later = 0; later < 6; later += 1) {
          const contact = yield* contactEvent(id, seconds(at, later))
          yield* append(testEvent(id, seconds(at, later)))
          yield* append(contact)
          yield* append(yield* contactEvent(other.id, seconds(at, later)))
          expected.push(contact.id)
        }
        for (const limit of [1, 4, 100]) {
          const filter = { types: ["contact.updated"], organizationId: id }
          const all = yield* readAll((from, most) => consumers.read(name, filter, from, most), cursor, limit)
          assert.deepStrictEqual([limit, idsOf(deliveriesOf(all))], [limit, expected])
        }
        const both = yield* consumers.read(name, { types: ["contact.updated"], organizationId: null }, cursor, 1_000)
        assert.isAtLeast(both.events.length, 12)
      })
    )

    it.effect("consumer: events of a conversation are numbered in their order without a webhook", () =>
      Effect.gen(function* () {
        const { at, id, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 3)
        const sequences = deliveriesOf(yield* read()).map(({ event }) => event.sequence)
        assert.deepStrictEqual(sequences, [1, 2, 3])
      })
    )

    it.effect("consumer: a transaction's events appear with its commit, and those of a rollback never", () =>
      Effect.gen(function* () {
        const { at, id, read } = yield* givenConsumer()
        const { append } = yield* EventLog
        const { atomically } = yield* Transaction
        const event = testEvent(id, at)
        yield* Effect.flip(atomically(Effect.andThen(append(testEvent(id, at)), Effect.fail("no"))))
        yield* atomically(append(event))
        assert.deepStrictEqual(idsOf(deliveriesOf(yield* read())), [event.id])
      })
    )

    it.effect("lease: one owner has the consumer until its lease ends or is released", () =>
      Effect.gen(function* () {
        const { consumers, cursor, name, owner, read } = yield* givenConsumer()
        const other = yield* uuid
        assert.deepStrictEqual(yield* consumers.claim(name, other, lease), Option.none())
        assert.deepStrictEqual(yield* consumers.claim(name, owner, lease), Option.some(cursor))
        assert.isFalse(yield* consumers.save(name, other, cursor))
        yield* consumers.release(name, other)
        assert.deepStrictEqual(yield* consumers.claim(name, other, lease), Option.none())

        const { cursor: next } = yield* read()
        assert.isTrue(yield* consumers.save(name, owner, next))
        yield* consumers.release(name, owner)
        assert.deepStrictEqual(yield* consumers.claim(name, other, Duration.zero), Option.some(next))
        assert.deepStrictEqual(yield* consumers.claim(name, owner, lease), Option.some(next))
        assert.isFalse(yield* consumers.save(name, other, cursor))
        const unknown = ConsumerName.make(`test-${yield* uuid}`)
        assert.deepStrictEqual(yield* consumers.claim(unknown, owner, lease), Option.none())
      })
    )

    it.effect("deferred events: the first of a conversation is due, and blocks the others", () =>
      Effect.gen(function* () {
        const { at, consumers, cursor, id, name, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 4)
        const all = deliveriesOf(yield* read())
        const [first, second, third] = all
        if (first === undefined || second === undefined || third === undefined) return assert.fail("no events")
        yield* consumers.defer(name, [third, first, second], at)
        yield* consumers.defer(name, [first], seconds(at, 1))
        const left = (yield* read()).events
        assert.deepStrictEqual([idsOf(deliveriesOf({ events: left })), left[0]?.isHeld], [idsOf(all.slice(3)), true])
        assert.deepStrictEqual(yield* consumers.nextDue(name), Option.some(at))
        const due = () => consumers.due(name, seconds(at, 60), 10)
        assert.deepStrictEqual(yield* due(), [{ ...first, isDeferred: true }])
        assert.deepStrictEqual(yield* consumers.due(name, seconds(at, -1), 10), [])

        yield* consumers.finish(name, first, seconds(at, 5))
        assert.deepStrictEqual(idsOf(yield* due()), [second.event.id])
        assert.deepStrictEqual(yield* consumers.nextDue(name), Option.some(seconds(at, 5)))
        yield* consumers.finish(name, second, at)
        yield* consumers.finish(name, third, at)
        assert.deepStrictEqual(yield* due(), [])
        assert.deepStrictEqual(yield* consumers.nextDue(name), Option.none())
        assert.deepStrictEqual((yield* read(cursor)).events.at(-1)?.isHeld, false)
      })
    )

    it.effect("deferred events: a failed event blocks its conversation until it has failed often", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 2)
        const [first, second] = deliveriesOf(yield* read())
        if (first === undefined || second === undefined) return assert.fail("no events")
        const fail = (failures: number) =>
          consumers.fail(name, {
            delivery: { ...first, failures },
            at,
            error: `failure ${failures}`,
            next: retryAt(seconds(at, 10 + failures))
          })
        yield* fail(0)
        yield* consumers.defer(name, [second], at)
        const due = () => consumers.due(name, seconds(at, 60), 10)
        assert.deepStrictEqual(yield* due(), [{ ...first, failures: 1, isDeferred: true }])
        for (let failures = 1; failures < failuresThatHold; failures += 1) {
          assert.deepStrictEqual(idsOf(yield* due()), [first.event.id])
          yield* fail(failures)
        }
        assert.sameMembers([...idsOf(yield* due())], [second.event.id, first.event.id])
      })
    )

    it.effect("deferred events: a dead letter blocks nothing, and is due again after a replay", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 2)
        const [first, second] = deliveriesOf(yield* read())
        if (first === undefined || second === undefined) return assert.fail("no events")
        yield* consumers.fail(name, { delivery: first, at, error: "no", next: retryAt(at) })
        yield* consumers.defer(name, [second], at)
        const last = { ...first, failures: 9, isDeferred: true }
        yield* consumers.fail(name, {
          delivery: last,
          at: seconds(at, 1),
          error: "Error: ünïcödé \u{1F680}",
          next: giveUp
        })
        const due = () => consumers.due(name, seconds(at, 60), 10)
        assert.deepStrictEqual(idsOf(yield* due()), [second.event.id])
        assert.deepStrictEqual(yield* consumers.deadLetters(name, 10), [
          {
            organizationId: id,
            eventId: first.event.id,
            type: "message.sent",
            occurredAt: first.event.occurredAt,
            deadAt: seconds(at, 1),
            failures: 10,
            error: "Error: ünïcödé \u{1F680}"
          }
        ])
        const states = yield* consumers.list(yield* DateTime.now)
        const state = states.find((one) => one.name === name)
        assert.deepInclude(state, { name, deferred: 1, dead: 1, isRunning: true })

        assert.strictEqual(yield* consumers.replay({ name, eventId: second.event.id }, at), 0)
        assert.strictEqual(yield* consumers.replay({ name, eventId: first.event.id }, seconds(at, 2)), 1)
        const [, replayed] = yield* due()
        assert.deepStrictEqual(replayed, {
          ...first,
          event: { ...first.event, conversationId: null },
          isDeferred: true
        })
        assert.deepStrictEqual(yield* consumers.deadLetters(name, 10), [])
        yield* consumers.fail(name, { delivery: last, at, error: "no", next: giveUp })
        yield* consumers.purge(at)
        assert.strictEqual((yield* consumers.deadLetters(name, 10)).length, 1)
        assert.strictEqual(yield* consumers.discard({ name, eventId: null }), 1)
        yield* consumers.fail(name, { delivery: last, at, error: "no", next: giveUp })
        assert.isAtLeast(yield* consumers.purge(seconds(at, 1)), 1)
        assert.deepStrictEqual(yield* consumers.deadLetters(name, 10), [])
      })
    )

    it.effect("deferred events: repair makes an event due that nothing blocks", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 3)
        const all = deliveriesOf(yield* read())
        yield* consumers.defer(name, all, at)
        yield* consumers.repair(name, seconds(at, 1))
        assert.deepStrictEqual(idsOf(yield* consumers.due(name, seconds(at, 60), 10)), idsOf(all.slice(0, 1)))
      })
    )

    it.effect("suspended organization: its events are blocked, and not due until it is resumed", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, read } = yield* givenConsumer()
        const organizations = yield* Organizations
        yield* givenTalkEvents(id, at, 1)
        yield* organizations.suspend(id, at, null)
        const { events } = yield* read()
        assert.deepStrictEqual(
          events.map(({ isHeld }) => isHeld),
          [true]
        )
        yield* consumers.defer(name, deliveriesOf({ events }), at)
        assert.deepStrictEqual(yield* consumers.due(name, seconds(at, 60), 10), [])
        assert.deepStrictEqual(yield* consumers.nextDue(name), Option.none())
        yield* organizations.resume(id)
        assert.strictEqual((yield* consumers.due(name, seconds(at, 60), 10)).length, 1)
      })
    )

    it.effect("deleted organization: its deferred events are gone, and no failure adds one", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 2)
        const all = deliveriesOf(yield* read())
        const [first] = all
        if (first === undefined) return assert.fail("no events")
        yield* consumers.defer(name, all, at)
        yield* (yield* OrganizationDeletion).begin(id, at)
        yield* consumers.fail(name, { delivery: first, at, error: "no", next: retryAt(at) })
        yield* consumers.defer(name, all, at)
        assert.deepStrictEqual(yield* consumers.due(name, seconds(at, 60), 10), [])
      })
    )

    it.effect("consumer: a removed one has no position and no deferred events", () =>
      Effect.gen(function* () {
        const { at, consumers, id, name, owner, read } = yield* givenConsumer()
        yield* givenTalkEvents(id, at, 1)
        yield* consumers.defer(name, deliveriesOf(yield* read()), at)
        assert.isTrue(yield* consumers.remove(name))
        assert.isFalse(yield* consumers.remove(name))
        assert.deepStrictEqual(yield* consumers.claim(name, owner, lease), Option.none())
        assert.deepStrictEqual(yield* consumers.due(name, seconds(at, 60), 10), [])
      })
    )

    it.effect("consumer: a recorded event is a wake signal", () =>
      Effect.gen(function* () {
        const { at, consumers, id } = yield* givenConsumer()
        const woken = yield* Deferred.make<void>()
        yield* consumers.listen(() => Deferred.doneUnsafe(woken, Effect.void))
        yield* (yield* EventLog).append(testEvent(id, at))
        yield* Deferred.await(woken)
      })
    )
  })
