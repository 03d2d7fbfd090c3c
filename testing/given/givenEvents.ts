import { DateTime, Effect } from "effect"
import type { QueuedDelivery } from "../../src/domain/webhooks/Delivery.ts"
import { contactUpdated, type Event, webhookTest } from "../../src/domain/webhooks/Event.ts"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import { type ConversationId, EventId, type OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import type { DeliveryRecord } from "../../src/domain/webhooks/DeliveryRecord.ts"
import { DeliveryHistory } from "../../src/ports/webhooks/WebhookStore.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { seconds } from "./era.ts"
import { givenSender, someone } from "./given.ts"
import { someContact } from "./givenContact.ts"
import { outstandingOf } from "./seen.ts"

const distantFuture = DateTime.makeUnsafe("4250-01-01T00:00:00.000Z")

let made = 0

/** An id generated at the time, after all earlier ones. */
export const eventIdAt = (at: DateTime.Utc): EventId => {
  const time = DateTime.toEpochMillis(at).toString(16).padStart(12, "0")
  const count = (++made).toString(16).padStart(15, "0")
  return EventId.make(
    `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-000${count.slice(6)}`
  )
}

export const testEvent = (organizationId: OrganizationId, at: DateTime.Utc) =>
  webhookTest(eventIdAt(at), organizationId, at)

/** An event of the conversation. */
export const talkEvent = (
  organizationId: OrganizationId,
  conversationId: ConversationId,
  at: DateTime.Utc,
  text = "Hello"
) => {
  const id = eventIdAt(at)
  return messageSent(id, {
    organizationId,
    conversationId,
    channel: "whatsapp",
    platformMessageId: PlatformMessageId.make(`wamid.${id}`),
    to: someone,
    type: "text",
    content: { text },
    at
  })
}

export const contactEvent = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  const contact = yield* someContact(organizationId, { createdAt: at, updatedAt: at })
  return contactUpdated(eventIdAt(at), contact, "api")
})

/** Four events in recording order, which differs from the order of their ids; a fifth was rolled back. */
export const givenUnsortedEvents = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  const { append, appendAll } = yield* EventLog
  const { atomically } = yield* Transaction
  const late = testEvent(organizationId, seconds(at, 9))
  const early = yield* contactEvent(organizationId, seconds(at, -9))
  const third = testEvent(organizationId, at)
  const fourth = yield* contactEvent(organizationId, seconds(at, 1))
  yield* append(late)
  yield* Effect.flip(atomically(Effect.andThen(append(testEvent(organizationId, at)), Effect.fail("no"))))
  yield* append(early)
  yield* appendAll(organizationId, [third, fourth])
  return [late, early, third, fourth] as const
})

/** An organization with a subscription, and deliveries of test events at these seconds. */
export const givenTestEvents = Effect.fnUntraced(function* (...lateness: ReadonlyArray<number>) {
  const sender = yield* givenSender({ webhook: {} })
  const events = lateness.map((later) => testEvent(sender.id, seconds(sender.at, later)))
  const { append } = yield* EventLog
  yield* Effect.forEach(events, append, { discard: true })
  return { ...sender, events, ids: events.map(({ id }) => id) }
})

/** The queued delivery of the event in its current state. A finished one is returned as if just read from the log. */
export const queuedAs = Effect.fnUntraced(function* ({
  conversationId,
  data,
  id,
  occurredAt,
  organizationId,
  type
}: Event) {
  const outstanding = yield* outstandingOf(organizationId, distantFuture)
  const ended: QueuedDelivery = {
    organizationId,
    event: {
      id,
      type,
      conversationId,
      sequence: conversationId === null ? 0 : 1,
      occurredAt,
      dataJson: JSON.stringify(data)
    },
    failures: 0,
    isDeferred: false
  }
  return outstanding.find(({ event }) => event.id === id) ?? ended
})

/** The outcome of an attempt of the delivery; by default refused with a 500. */
export const attempted = (
  delivery: QueuedDelivery,
  next: AttemptOutcome["next"],
  changes: Partial<AttemptOutcome> & Pick<AttemptOutcome, "at">
): AttemptOutcome => ({
  delivery,
  url: "https://example.com/hook",
  status: next._tag === "Done" ? 204 : 500,
  durationMillis: 12,
  response: "",
  detail: next._tag === "Done" ? "" : "answered with status 500",
  next,
  disables: null,
  ...changes
})

/** Records an attempt of the event's delivery. */
export const settled = Effect.fnUntraced(function* (
  event: Event,
  next: AttemptOutcome["next"],
  changes: Partial<AttemptOutcome> & Pick<AttemptOutcome, "at">
) {
  const attempt = attempted(yield* queuedAs(event), next, changes)
  yield* (yield* DeliveryQueue).recordAttempt(attempt)
  const { at, detail, durationMillis, response, status } = attempt
  return { at, status, durationMillis, response, detail }
})

/** The record of a delivery before its first attempt, with the default subscription of tests. */
export const untouched = (event: Event): DeliveryRecord => ({
  eventId: event.id,
  type: event.type,
  status: "pending",
  createdAt: event.occurredAt,
  nextAttemptAt: event.occurredAt,
  url: "https://example.com/hook",
  attempts: []
})

/** All deliveries of the organization. */
export const recordsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { list } = yield* DeliveryHistory
  const { rows } = yield* list(organizationId, { status: null, type: null, since: null }, { page: 1, limit: 100 })
  return rows
})
