import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { maxFollowers } from "../../../../src/app/webhooks/delivery/ConsumerQueue.ts"
import {
  discardDeadLetters,
  listConsumers,
  listDeadLetters,
  removeConsumer,
  replayDeadLetters
} from "../../../../src/app/webhooks/consumers.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { ConsumerName } from "../../../../src/domain/webhooks/EventConsumer.ts"
import { Organizations } from "../../../../src/ports/access/Organizations.ts"
import { EventConsumers } from "../../../../src/ports/webhooks/EventConsumers.ts"
import * as MeterModule from "../../../../src/telemetry/Meter.ts"
import { metrics } from "../../../../src/telemetry/metrics.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { seconds } from "../../../../testing/given/era.ts"
import { consumerName, gated, noting, recordTalk, startConsumer } from "./consumerScene.ts"

const givenConversation = Effect.map(uuid, (id) => ConversationId.make(id))

const settle = TestClock.adjust(0)

const measured = Layer.merge(
  Memory.layer(),
  MeterModule.layer.pipe(Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map())))
)

const statesOf = (name: string) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all.filter(({ id }) => id === name).map(({ attributes, state }) => [attributes?.["outcome"], state])
    )
  )

describe("consumer", () => {
  it.effect("handles events as they are recorded, without a poll", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      yield* startConsumer(noting(calls), { pollInterval: Number.POSITIVE_INFINITY })
      yield* settle
      const { id } = yield* givenOrganization()
      const events = yield* recordTalk(id, yield* givenConversation, 3)
      yield* settle
      assert.deepStrictEqual(calls, events)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("continues after a restart, with the events recorded while it was stopped", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const { id } = yield* givenOrganization()
      const conversation = yield* givenConversation
      const first = yield* startConsumer(noting(calls))
      yield* settle
      const before = yield* recordTalk(id, conversation, 2)
      yield* settle
      yield* first.stop
      const meanwhile = yield* recordTalk(id, conversation, 2)
      yield* startConsumer(noting(calls))
      yield* settle
      assert.deepStrictEqual(calls, [...before, ...meanwhile])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("two processes: one handles all events, and the other takes over when the first one stops", () =>
    Effect.gen(function* () {
      const calls: Array<readonly [string, EventId]> = []
      const of = (process: string) => (delivery: { readonly event: { readonly id: EventId } }) =>
        Effect.sync(() => void calls.push([process, delivery.event.id]))
      const { id } = yield* givenOrganization()
      const first = yield* startConsumer(of("first"))
      yield* settle
      yield* startConsumer(of("second"))
      const before = yield* recordTalk(id, yield* givenConversation, 2)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        calls,
        before.map((event) => ["first", event])
      )
      yield* first.stop
      const after = yield* recordTalk(id, yield* givenConversation, 2)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(
        calls.slice(2),
        after.map((event) => ["second", event])
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("two processes: the other one takes over when the lease of the crashed one ends", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const consumers = yield* EventConsumers
      yield* consumers.register(consumerName, "now")
      yield* consumers.claim(consumerName, "a crashed process", Duration.seconds(15))
      yield* startConsumer(noting(calls))
      const { id } = yield* givenOrganization()
      const events = yield* recordTalk(id, yield* givenConversation)
      yield* TestClock.adjust("14 seconds")
      assert.deepStrictEqual(calls, [])
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(calls, events)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("handles one event of a conversation at a time, and events of others concurrently up to the limit", () =>
    Effect.gen(function* () {
      const { handler, running } = gated()
      yield* startConsumer(handler, { concurrency: 2 })
      yield* settle
      const { id } = yield* givenOrganization()
      const [first, second] = yield* recordTalk(id, yield* givenConversation, 2)
      const [other] = yield* recordTalk(id, yield* givenConversation)
      const [third] = yield* recordTalk(id, yield* givenConversation)
      yield* settle
      assert.deepStrictEqual([...running.keys()], [first, other])
      const end = (event: EventId | undefined) =>
        Effect.andThen(
          Effect.sync(() => {
            const gate = event === undefined ? undefined : running.get(event)
            if (gate !== undefined) Deferred.doneUnsafe(gate, Effect.void)
          }),
          settle
        )
      yield* end(first)
      assert.sameMembers([...running.keys()], [other, third])
      yield* end(other)
      assert.sameMembers([...running.keys()], [third, second])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("a failing event blocks only its conversation, and is retried after the same waits as webhooks", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const { id } = yield* givenOrganization()
      let failing: EventId | undefined
      yield* startConsumer(({ event }) =>
        Effect.suspend(() => {
          calls.push(event.id)
          failing ??= event.id
          return event.id === failing && calls.filter((call) => call === failing).length < 3
            ? Effect.die("a bug")
            : Effect.void
        })
      )
      yield* settle
      const conversation = yield* givenConversation
      const events = yield* recordTalk(id, conversation, 2)
      yield* settle
      const others = yield* recordTalk(id, yield* givenConversation)
      const [later] = yield* recordTalk(id, conversation)
      yield* settle
      assert.deepStrictEqual(calls, [failing, ...others])
      yield* TestClock.adjust("7 seconds")
      assert.deepStrictEqual(calls, [failing, ...others, failing])
      yield* TestClock.adjust("7 minutes")
      assert.deepStrictEqual(calls, [failing, ...others, failing, failing, events[1], later])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("a slow conversation with many events does not delay the others", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const { id } = yield* givenOrganization()
      const slow = yield* givenConversation
      const note = (event: EventId) => Effect.sync(() => void calls.push(event))
      yield* startConsumer(({ event }) =>
        event.conversationId === slow ? Effect.andThen(Effect.sleep("10 seconds"), note(event.id)) : note(event.id)
      )
      yield* settle
      const many = yield* recordTalk(id, slow, 300)
      yield* settle
      const others = yield* recordTalk(id, yield* givenConversation, 2)
      yield* settle
      assert.deepStrictEqual(calls, others)
      yield* TestClock.adjust(Duration.seconds(10 * (maxFollowers + 2)))
      assert.isAtLeast(calls.length, maxFollowers)
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(calls.slice(others.length), many)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("an event whose last attempt fails is a dead letter, until it is replayed or discarded", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      let isFixed = false
      const { id } = yield* givenOrganization()
      yield* startConsumer(({ event }) =>
        Effect.suspend(() => {
          calls.push(event.id)
          return isFixed ? Effect.void : Effect.fail(new Error("out of stock"))
        })
      )
      yield* settle
      const events = yield* recordTalk(id, yield* givenConversation)
      yield* settle
      const attempts = retryWaits.length + 1
      yield* (yield* World).update((state) => ({
        ...state,
        consumerEvents: state.consumerEvents.map((row) => ({
          ...row,
          delivery: { ...row.delivery, failures: retryWaits.length }
        }))
      }))
      yield* TestClock.adjust("7 seconds")
      assert.strictEqual(calls.length, 2)
      const letters = yield* listDeadLetters(consumerName)
      assert.deepStrictEqual(
        letters.map(({ error, eventId, failures }) => [eventId, failures, error]),
        [[events[0], attempts, "Error: out of stock"]]
      )
      assert.deepStrictEqual(yield* listConsumers(), [
        { name: consumerName, lagSeconds: 0, deferred: 0, dead: 1, isRunning: true }
      ])
      const series = yield* statesOf(metrics.consumerEvents.name)
      assert.deepStrictEqual(series, {
        failed: { count: 1, incremental: true },
        dead: { count: 1, incremental: true }
      })
      isFixed = true
      assert.strictEqual(yield* replayDeadLetters(consumerName, null), 1)
      yield* recordTalk(id, yield* givenConversation)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(calls.length, 4)
      assert.deepStrictEqual((yield* statesOf(metrics.consumerEvents.name))["handled"], { count: 2, incremental: true })
      assert.strictEqual(yield* discardDeadLetters(consumerName, null), 0)
      const unknown = ConsumerName.make("unknown")
      for (const refused of [listDeadLetters(unknown), replayDeadLetters(unknown, null), removeConsumer(unknown)]) {
        assert.strictEqual(
          (yield* Effect.flip<unknown, { readonly _tag: string }, EventConsumers>(refused))._tag,
          "ConsumerNotFound"
        )
      }
    }).pipe(Effect.provide(measured))
  )

  it.effect("a call that exceeds the time limit is interrupted and counts as a failure", () =>
    Effect.gen(function* () {
      let calls = 0
      const { id } = yield* givenOrganization()
      yield* startConsumer(() => Effect.suspend(() => (++calls === 1 ? Effect.never : Effect.void)), {
        timeout: Duration.seconds(30)
      })
      yield* settle
      yield* recordTalk(id, yield* givenConversation)
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(calls, 1)
      assert.strictEqual((yield* listConsumers())[0]?.deferred, 0)
      yield* TestClock.adjust("8 seconds")
      assert.strictEqual(calls, 2)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("events of a suspended organization are delayed, and handled in order after it is resumed", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const organizations = yield* Organizations
      const { createdAt, id } = yield* givenOrganization()
      yield* startConsumer(noting(calls))
      yield* settle
      yield* organizations.suspend(id, seconds(createdAt, 1), null)
      const events = yield* recordTalk(id, yield* givenConversation, 3)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(calls, [])
      yield* organizations.resume(id)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(calls, events)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("a stop waits for running handlers; an event whose handler takes longer is handled again", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const ended: Array<EventId> = []
      const { id } = yield* givenOrganization()
      const [quick, slow] = [yield* givenConversation, yield* givenConversation]
      const handler = ({
        event
      }: {
        readonly event: { readonly id: EventId; readonly conversationId: string | null }
      }) =>
        Effect.sync(() => void calls.push(event.id)).pipe(
          Effect.andThen(Effect.sleep(event.conversationId === slow ? "20 seconds" : "5 seconds")),
          Effect.andThen(Effect.sync(() => void ended.push(event.id)))
        )
      const first = yield* startConsumer(handler, { shutdownPatience: 8_000 })
      yield* settle
      const [one] = yield* recordTalk(id, quick)
      const [two] = yield* recordTalk(id, slow)
      yield* settle
      yield* Effect.forkScoped(first.stop)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual([calls, ended], [[one, two], [one]])
      yield* startConsumer(handler)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(
        [calls, ended],
        [
          [one, two, two],
          [one, two]
        ]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("a crash between the handler and the save repeats the event", () =>
    Effect.gen(function* () {
      const calls: Array<EventId> = []
      const { id } = yield* givenOrganization()
      const first = yield* startConsumer(noting(calls))
      yield* settle
      const { failNext } = yield* World
      yield* failNext("EventConsumers.save", 1_000)
      const [event] = yield* recordTalk(id, yield* givenConversation)
      yield* settle
      assert.deepStrictEqual(calls, [event])
      yield* first.stop
      yield* failNext("EventConsumers.save", 0)
      yield* TestClock.adjust("20 seconds")
      yield* startConsumer(noting(calls))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(calls, [event, event])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("an outcome that cannot be recorded is recorded later, without another call", () =>
    Effect.gen(function* () {
      let calls = 0
      const { id } = yield* givenOrganization()
      yield* startConsumer(() => Effect.suspend(() => (++calls === 1 ? Effect.fail("no") : Effect.void)))
      yield* settle
      yield* (yield* World).failNext("EventConsumers.fail", 3)
      yield* recordTalk(id, yield* givenConversation)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([calls, (yield* listConsumers())[0]?.deferred], [1, 0])
      yield* TestClock.adjust("1500 millis")
      assert.deepStrictEqual([calls, (yield* listConsumers())[0]?.deferred], [1, 1])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual([calls, (yield* listConsumers())[0]?.deferred], [2, 0])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
