import { Arbitrary, DateTime, Effect, Fiber, Option, Schema } from "effect"
import type { Contact } from "../../../../../src/domain/contacts/Contact.ts"
import { contactCreated, contactUpdated, Event } from "../../../../../src/domain/webhooks/Event.ts"
import { conversationOpened } from "../../../../../src/domain/webhooks/conversationEvents.ts"
import { shardOf } from "../../../../../src/domain/webhooks/DeliveryShard.ts"
import { EventId } from "../../../../../src/domain/Ids.ts"
import { receives, SubscribableType, type Webhook } from "../../../../../src/domain/webhooks/Webhook.ts"
import { DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../../../../src/ports/process/Transaction.ts"
import { WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { givenSender, givenWebhook, uuid } from "../../../../given/given.ts"
import { givenEndpoint } from "../../../../given/givenEndpoint.ts"
import { someContact } from "../../../../given/givenContact.ts"
import { eventsOf, idsOf, outstandingOf, recorded } from "../../../../given/seen.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { sendOff } from "../../../../given/sendOff.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"
import { wakesOf } from "../../../../given/wakesOf.ts"

/** An organization, and the event of a contact. */
const givenAnnouncer = Effect.fnUntraced(function* (options: Parameters<typeof givenSender>[0] = {}) {
  const sender = yield* givenSender(options)
  const announcement = Effect.fnUntraced(function* (changes: Partial<Contact> = {}) {
    const { phone: _, ...rest } = { ...changes, createdAt: sender.at, updatedAt: sender.at }
    return contactUpdated(EventId.make(yield* uuid), yield* someContact(sender.id, rest), "whatsapp")
  })
  return { ...sender, announcement }
})

/** Appending single events. */
export const appending = (it: Tests<StorePorts>) => {
  it.effect("appending: every kind of event is recorded after the existing ones, with its payload verbatim", () =>
    Effect.gen(function* () {
      const { announcement, id, intent } = yield* givenAnnouncer()
      const { append } = yield* EventLog
      const send = yield* intent()
      yield* sendOff(id, send)
      const events = [
        contactCreated(
          EventId.make(yield* uuid),
          { ...send.contact, tags: ["漢 \u2028 \"'\\", ""], email: "é" },
          "import"
        ),
        yield* announcement({ name: "\u{1F680} $1 ?", createdAt: DateTime.makeUnsafe("2026-01-01T00:00:00.007Z") }),
        conversationOpened(EventId.make(yield* uuid), send.conversation)
      ]

      yield* Effect.forEach(events, append, { discard: true })

      const logged = (yield* eventsOf(id)).slice(2)
      assert.deepStrictEqual(logged, events.map(recorded))
      assert.strictEqual(JSON.stringify(logged.map(({ data }) => data)), JSON.stringify(events.map(({ data }) => data)))
    })
  )

  it.effect("appending: the event is queued for an active subscription that includes its type", () =>
    Effect.gen(function* () {
      const { append } = yield* EventLog
      const queuedFor = Effect.fnUntraced(function* (webhook?: Partial<Webhook>) {
        const { announcement, at, id } = yield* givenAnnouncer(webhook && { webhook })
        const event = yield* announcement()
        yield* append(event)
        yield* givenWebhook(id, { ...webhook, status: "active" })
        const queued = yield* outstandingOf(id, at)
        assert.deepStrictEqual(
          queued.map((delivery) => delivery.event.dataJson),
          queued.map(() => JSON.stringify(event.data))
        )
        return queued.length
      })

      assert.strictEqual(yield* queuedFor({}), 1)
      assert.strictEqual(yield* queuedFor({ events: ["contact.updated"] }), 1)
      assert.strictEqual(yield* queuedFor({ events: ["contact.created"] }), 0)
      assert.strictEqual(yield* queuedFor({ status: "disabled" }), 0)
      assert.strictEqual(yield* queuedFor(), 0)
    })
  )

  it.effect.prop(
    "appending: the event is queued exactly for the webhook and the endpoints that include it, as the domain says",
    Arbitrary.schema(Schema.Struct({ events: Schema.NonEmptyArray(SubscribableType), event: Event })),
    ({ event, events }) =>
      Effect.gen(function* () {
        const { at, id: organizationId } = yield* givenAnnouncer({ webhook: { events } })
        const id = EventId.make(yield* uuid)
        const endpoint = yield* givenEndpoint(organizationId, at, { events })
        const webhook = yield* Effect.flatMap(WebhookStore, ({ find }) => find(organizationId))
        const isReceived = Option.exists(webhook, (one) => receives(one, event))
        yield* (yield* EventLog).append({ ...event, id, organizationId, conversationId: null, occurredAt: at })
        assert.deepStrictEqual(idsOf(yield* outstandingOf(organizationId, at)), isReceived ? [id] : [])
        const read = yield* (yield* DeliveryQueue).readForEndpoints(shardOf(organizationId), null, 10_000)
        assert.deepStrictEqual(
          read.events.flatMap(({ delivery, endpointIds }) => (delivery.event.id === id ? [endpointIds] : [])),
          receives(endpoint, event) ? [[endpoint.id]] : []
        )
      }),
    { runs: 60 }
  )

  it.effect("appending: is part of its transaction", () =>
    Effect.gen(function* () {
      const { announcement, at, id } = yield* givenAnnouncer({ webhook: {} })
      const { append } = yield* EventLog
      const { atomically } = yield* Transaction
      const [undone, kept] = [yield* announcement(), yield* announcement()]

      yield* Effect.flip(atomically(Effect.andThen(append(undone), Effect.fail("no"))))
      yield* atomically(append(kept))

      assert.deepStrictEqual(yield* eventsOf(id), [recorded(kept)])
      assert.deepStrictEqual(idsOf(yield* outstandingOf(id, at)), [kept.id])
    })
  )

  it.effect("appending: wakes workers, after the commit of a transaction", () =>
    Effect.gen(function* () {
      const { announcement, id } = yield* givenAnnouncer({ webhook: {} })
      const shard = shardOf(id)
      const deaf = yield* givenAnnouncer({ shard, webhook: { events: ["message.read"] } })
      const { append } = yield* EventLog
      const arrival = yield* wakesOf(shard)
      const { atomically } = yield* Transaction
      yield* append(yield* announcement())
      yield* arrival

      const first = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* append(yield* deaf.announcement())
      yield* atomically(append(yield* deaf.announcement()))
      const inside = yield* announcement()
      yield* atomically(
        Effect.gen(function* () {
          yield* append(inside)
          yield* Effect.yieldNow
          assert.isUndefined(first.pollUnsafe())
        })
      )
      yield* Fiber.join(first)

      const second = yield* Effect.forkChild(arrival, { startImmediately: true })
      const undone = yield* announcement()
      yield* Effect.flip(atomically(Effect.andThen(append(undone), Effect.fail("no"))))
      yield* Effect.yieldNow
      assert.isUndefined(second.pollUnsafe())
      yield* append(yield* announcement())
      yield* Fiber.join(second)
    })
  )
}
