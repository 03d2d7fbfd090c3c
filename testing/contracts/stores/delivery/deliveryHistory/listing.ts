import { DateTime, Effect, Option } from "effect"
import {
  deliveryBody,
  maxCountedDeliveries,
  maxShownAttempts
} from "../../../../../src/domain/webhooks/DeliveryRecord.ts"
import { ConversationId } from "../../../../../src/domain/Ids.ts"
import { type DeliveryFilter, DeliveryHistory, WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../../../given/era.ts"
import { givenSender, givenWebhook, uuid } from "../../../../given/given.ts"
import {
  contactEvent,
  givenTestEvents,
  recordsOf,
  settled,
  talkEvent,
  testEvent,
  untouched
} from "../../../../given/givenEvents.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

const everything: DeliveryFilter = { status: null, type: null, since: null }

/** Lists of deliveries and their fields. */
export const listing = (it: Tests<StorePorts>) => {
  it.effect("delivery history: deliveries before their first attempt are listed, newest event first", () =>
    Effect.gen(function* () {
      const { events, id } = yield* givenTestEvents(0, 1, 1, 2)
      assert.deepStrictEqual(yield* recordsOf(id), events.map(untouched).toReversed())
    })
  )

  it.effect("delivery history: every attempt has its outcome verbatim, and the next due time", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0)
      const { find } = yield* DeliveryHistory
      const [event] = events
      assert.isDefined(event)
      const text = "Ünïcödé \u{1F680} 漢 \u2028 \"'\\ \t\r\n {}[],; $1 ?"
      const dueAt = DateTime.add(at, { minutes: 5, milliseconds: 7 })
      const first = yield* settled(
        event,
        { _tag: "Retry", dueAt },
        { at: seconds(at, 1), response: text, detail: text }
      )
      const second = yield* settled(
        event,
        { _tag: "Retry", dueAt },
        { at: seconds(at, 2), status: null, durationMillis: 15_000, response: null }
      )
      const record = { ...untouched(event), nextAttemptAt: dueAt, attempts: [first, second] }
      assert.deepStrictEqual(yield* find(id, event.id), Option.some(record))

      const last = yield* settled(event, { _tag: "Done" }, { at: seconds(at, 3), url: "https://example.com/last" })
      yield* givenWebhook(id, { url: "https://example.com/moved" })
      assert.deepStrictEqual(yield* recordsOf(id), [
        {
          ...untouched(event),
          status: "delivered",
          nextAttemptAt: null,
          url: "https://example.com/last",
          attempts: [first, second, last]
        }
      ])
    })
  )

  it.effect("delivery history: the posted body of an event is returned verbatim, and none without a subscription", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender()
      const { body, find } = yield* DeliveryHistory
      const { append } = yield* EventLog
      const unheard = testEvent(id, at)
      yield* append(unheard)
      const webhook = yield* givenWebhook(id)
      const text = "Ünïcödé \u{1F680} \u2028 \"'\\ {}"
      const unsubscribed = talkEvent(id, ConversationId.make(yield* uuid), at, text)
      yield* append(unsubscribed)
      assert.deepStrictEqual(
        yield* body(id, unsubscribed.id),
        Option.some(deliveryBody(webhook.id, { ...unsubscribed, dataJson: JSON.stringify(unsubscribed.data) }))
      )
      assert.deepStrictEqual(yield* body(id, unheard.id), Option.none())
      assert.deepStrictEqual(yield* find(id, unheard.id), Option.none())
      assert.deepStrictEqual(yield* body((yield* givenSender()).id, unsubscribed.id), Option.none())
    })
  )

  it.effect("delivery history: a waiting delivery has the subscription's current address", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0)
      const [event] = events
      assert.isDefined(event)
      yield* settled(event, { _tag: "Retry", dueAt: at }, { at, url: "https://example.com/before" })
      yield* givenWebhook(id, { url: "https://example.com/moved" })
      const [record] = yield* recordsOf(id)
      assert.strictEqual(record?.url, "https://example.com/moved")
    })
  )

  it.effect.each([null, "gone"] as const)(
    "delivery history: an abandoned delivery has failed, with the subscription: %s",
    (disables) =>
      Effect.gen(function* () {
        const { at, events, id } = yield* givenTestEvents(0, 1)
        const [event, other] = events
        assert.isDefined(event)
        assert.isDefined(other)
        const attempt = yield* settled(event, { _tag: "GiveUp" }, { at, status: 410, disables })
        const nextAttemptAt = disables === null ? other.occurredAt : null
        assert.deepStrictEqual(yield* recordsOf(id), [
          { ...untouched(other), nextAttemptAt },
          { ...untouched(event), status: "failed", nextAttemptAt: null, attempts: [attempt] }
        ])
      })
  )

  it.effect("delivery history: only the last attempts are shown", () =>
    Effect.gen(function* () {
      const { at, events, id } = yield* givenTestEvents(0)
      const [event] = events
      assert.isDefined(event)
      const attempts = yield* Effect.forEach(Array.from({ length: maxShownAttempts + 3 }), (_, index) =>
        settled(event, { _tag: "Retry", dueAt: at }, { at: seconds(at, index), response: String(index) })
      )
      const [record] = yield* recordsOf(id)
      assert.deepStrictEqual(record?.attempts, attempts.slice(3))
    })
  )

  it.effect("delivery history: events without a subscription, or with a removed one, have no delivery", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
      const { append } = yield* EventLog
      const { find } = yield* DeliveryHistory
      const event = yield* contactEvent(sender.id, sender.at)
      yield* append(event)
      yield* append(testEvent(sender.id, sender.at))
      assert.deepStrictEqual(yield* find(sender.id, event.id), Option.none())
      assert.strictEqual((yield* recordsOf(sender.id)).length, 1)
      yield* (yield* WebhookStore).remove(sender.id)
      assert.deepStrictEqual(yield* recordsOf(sender.id), [])
    })
  )

  it.effect("delivery history: status, type and event time filter together, in pages", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender({ webhook: {} })
      const { append } = yield* EventLog
      const { list } = yield* DeliveryHistory
      const steps = [{ _tag: "Done" }, { _tag: "GiveUp" }, { _tag: "Retry", dueAt: at }] as const
      for (let index = 0; index < 18; index++) {
        const happened = seconds(at, index)
        const event = index % 2 === 0 ? testEvent(id, happened) : yield* contactEvent(id, happened)
        yield* append(event)
        const next = steps[index % 3]
        if (next !== undefined) yield* settled(event, next, { at: happened })
      }
      const all = yield* recordsOf(id)
      assert.strictEqual(all.length, 18)
      for (const status of [null, "pending", "delivered", "failed"] as const) {
        for (const type of [null, "webhook.test", "contact.updated", "message.read"] as const) {
          for (const since of [null, seconds(at, 7), DateTime.add(at, { seconds: 7, milliseconds: 1 })]) {
            const expected = all.filter(
              (record) =>
                (status === null || record.status === status) &&
                (type === null || record.type === type) &&
                (since === null || record.createdAt.epochMilliseconds >= since.epochMilliseconds)
            )
            const filter = { status, type, since }
            const [first, second] = [
              yield* list(id, filter, { page: 1, limit: 4 }),
              yield* list(id, filter, { page: 2, limit: 4 })
            ]
            assert.deepStrictEqual(first, { rows: expected.slice(0, 4), total: expected.length })
            assert.deepStrictEqual(second, { rows: expected.slice(4, 8), total: expected.length })
          }
        }
      }
    })
  )

  it.effect("delivery history: the count stops at its maximum, and later pages still exist", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenSender({ webhook: {} })
      const { list } = yield* DeliveryHistory
      const events = Array.from({ length: maxCountedDeliveries + 5 }, () => testEvent(id, at))
      yield* (yield* EventLog).appendAll(id, events)
      const { rows, total } = yield* list(id, everything, { page: maxCountedDeliveries / 100 + 1, limit: 100 })
      assert.strictEqual(total, maxCountedDeliveries)
      assert.deepStrictEqual(
        rows.map(({ eventId }) => eventId),
        events
          .slice(0, 5)
          .map((event) => event.id)
          .toReversed()
      )
    })
  )

  it.effect("delivery history: other organizations are not visible", () =>
    Effect.gen(function* () {
      const acme = yield* givenTestEvents(0, 1)
      const globex = yield* givenTestEvents(0)
      const { find } = yield* DeliveryHistory
      const [own] = acme.events
      assert.isDefined(own)
      yield* settled(own, { _tag: "Done" }, { at: acme.at })
      assert.deepStrictEqual(yield* recordsOf(globex.id), globex.events.map(untouched))
      for (const event of acme.events) assert.deepStrictEqual(yield* find(globex.id, event.id), Option.none())
      assert.strictEqual((yield* recordsOf(acme.id)).length, 2)
    })
  )
}
