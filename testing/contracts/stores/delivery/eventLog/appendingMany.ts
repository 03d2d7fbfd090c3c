import { Array, DateTime, Effect, Fiber } from "effect"
import { type Event, contactCreated } from "../../../../../src/domain/webhooks/Event.ts"
import { conversationClosed, conversationOpened } from "../../../../../src/domain/webhooks/conversationEvents.ts"
import { shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { EventId } from "../../../../../src/domain/Ids.ts"
import type { Webhook } from "../../../../../src/domain/webhooks/Webhook.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../../../src/ports/process/Transaction.ts"
import { givenSender, givenWebhook, phoneOf, uuid } from "../../../../given/given.ts"
import { eventsOf, freshOf, recorded } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"
import { wakesOf } from "../../../../given/wakesOf.ts"

const text = "Ünïcödé \u{1F680} 漢 \u2028 \"'\\ \t\r\n {}[],; $1 ?"

/** An organization, and the events of so many new contacts: each contact and its conversation. */
const givenNews = Effect.fnUntraced(function* (count: number, options: Parameters<typeof givenSender>[0] = {}) {
  const sender = yield* givenSender(options)
  const news = yield* Effect.forEach(
    Array.makeBy(count, (place) => place),
    (place) =>
      Effect.gen(function* () {
        const { contact, conversation } = yield* sender.intent({
          at: DateTime.add(sender.at, { milliseconds: place }),
          phone: phoneOf(place),
          contact: { name: `${text} ${place}`, tags: ["", text] }
        })
        const events: ReadonlyArray<Event> = [
          contactCreated(EventId.make(yield* uuid), contact, "import"),
          conversationOpened(EventId.make(yield* uuid), conversation)
        ]
        return { conversation, events }
      })
  )
  return { ...sender, news, events: news.flatMap(({ events }) => events) }
})

/** What a use case says of many at once. */
export const appendingMany = (it: Tests<StorePorts>) => {
  it.effect("records all of them in their order, each payload to the letter", () =>
    Effect.gen(function* () {
      const { at, events, id, news } = yield* givenNews(3)
      const { append, appendAll } = yield* EventLog
      const closed = yield* Effect.forEach(news, ({ conversation }) =>
        Effect.map(uuid, (eventId) =>
          conversationClosed(EventId.make(eventId), { ...conversation, closedBy: null, resolution: text }, at)
        )
      )
      const last = contactCreated(EventId.make(yield* uuid), (yield* (yield* givenSender()).intent()).contact, "api")

      yield* appendAll(id, events)
      yield* appendAll(id, [])
      yield* appendAll(id, closed)
      yield* append({ ...last, organizationId: id })

      const all = [...events, ...closed, last]
      const logged = yield* eventsOf(id)
      assert.deepStrictEqual(logged, all.map(recorded))
      assert.strictEqual(JSON.stringify(logged.map(({ data }) => data)), JSON.stringify(all.map(({ data }) => data)))
    })
  )

  it.effect("queues those that a subscription has asked for, while that is active", () =>
    Effect.gen(function* () {
      const { appendAll } = yield* EventLog
      const queuedFor = Effect.fnUntraced(function* (webhook?: Partial<Webhook>) {
        const { events, id } = yield* givenNews(4, webhook && { webhook })
        yield* appendAll(id, events)
        yield* givenWebhook(id, { ...webhook, status: "active" })
        const queued = new Set((yield* freshOf(id)).map(({ delivery }) => delivery.event.id))
        return events.filter((event) => queued.has(event.id)).map(({ type }) => type)
      })
      const types = Array.flatten(Array.replicate(["contact.created", "conversation.opened"], 4))

      assert.deepStrictEqual(yield* queuedFor({}), types)
      assert.deepStrictEqual(
        yield* queuedFor({ events: ["conversation.opened"] }),
        types.filter((type) => type === "conversation.opened")
      )
      assert.deepStrictEqual(yield* queuedFor({ events: ["contact.updated"] }), [])
      assert.deepStrictEqual(yield* queuedFor({ status: "disabled" }), [])
      assert.deepStrictEqual(yield* queuedFor(), [])
    })
  )

  it.effect("belongs to the transaction around it", () =>
    Effect.gen(function* () {
      const { events, id } = yield* givenNews(2, { webhook: {} })
      const { appendAll } = yield* EventLog
      const { atomically } = yield* Transaction
      yield* Effect.flip(atomically(Effect.andThen(appendAll(id, events), Effect.fail("no"))))
      assert.deepStrictEqual(yield* eventsOf(id), [])
      yield* atomically(appendAll(id, events))
      assert.deepStrictEqual(yield* eventsOf(id), events.map(recorded))
      assert.strictEqual((yield* freshOf(id)).length, events.length)
    })
  )

  it.effect("wakes workers when there is work, and of a transaction not before its end", () =>
    Effect.gen(function* () {
      const { append, appendAll } = yield* EventLog
      const { atomically } = yield* Transaction
      const { events, id } = yield* givenNews(3, { webhook: {} })
      const shard = shardOf(id)
      const arrival = yield* wakesOf(shard)
      const deaf = yield* givenNews(2, { shard, webhook: { events: ["message.read"] } })
      yield* Effect.forEach(events.slice(0, 1), append)
      yield* arrival

      const waiting = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* appendAll(deaf.id, deaf.events)
      yield* appendAll(id, [])
      yield* atomically(
        Effect.gen(function* () {
          yield* appendAll(id, events.slice(1))
          yield* Effect.yieldNow
          assert.isUndefined(waiting.pollUnsafe())
        })
      )
      yield* Fiber.join(waiting)
    })
  )
}
