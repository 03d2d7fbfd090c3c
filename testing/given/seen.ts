import { DateTime, Effect, Option } from "effect"
import type { QueuedDelivery } from "../../src/domain/webhooks/Delivery.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import type { ContactId, ConversationId, MessageId, OrganizationId } from "../../src/domain/Ids.ts"
import type { Message } from "../../src/domain/messages/Message.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import type { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { ContactStore } from "../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../src/ports/conversations/ConversationStore.ts"
import {
  DeliveryQueue,
  type OutboxCursor,
  type OutboxDelivery,
  type OutboxScope
} from "../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog, type RecordedEvent } from "../../src/ports/webhooks/EventLog.ts"
import { MessageStore } from "../../src/ports/messages/MessageStore.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import type { Reservation, SendIntent } from "../../src/ports/sends/SendLedger.ts"

/** More rows than any test creates or leaves. */
const all = 10_000

const distantPast = DateTime.makeUnsafe(0)

/** The event as the log returns it. */
export const recorded = ({ conversationId, data, id, occurredAt, type }: Event): RecordedEvent => ({
  id,
  type,
  conversationId,
  occurredAt,
  data
})

/** All events in the organization's log. */
export const eventsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* EventLog).after(organizationId, Option.none(), all)
})

export const eventTypesOf = (organizationId: OrganizationId) =>
  Effect.map(eventsOf(organizationId), (events) => events.map(({ type }) => type))

/** Units spent in the month of the time. */
export const usedBy = Effect.fnUntraced(function* (organizationId: OrganizationId, at: DateTime.Utc) {
  return (yield* (yield* Organizations).usage(organizationId, monthOf(at))).used
})

export const contactOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId) {
  return Option.getOrNull(yield* (yield* ContactStore).find(organizationId, id))
})

export const contactKnownBy = Effect.fnUntraced(function* (organizationId: OrganizationId, phone: PhoneNumber) {
  return Option.getOrNull(yield* (yield* ContactStore).findByPhone(organizationId, phone))
})

export const conversationOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ConversationId) {
  return Option.getOrNull(yield* (yield* ConversationStore).find(organizationId, id))
})

export const messageOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: MessageId) {
  return Option.getOrNull(yield* (yield* MessageStore).find(organizationId, id))
})

/** The message of a reserved intent without an outcome. */
export const pendingMessage = (intent: SendIntent, { contactId, conversationId }: Reservation): Message => ({
  id: intent.messageId,
  organizationId: intent.contact.organizationId,
  conversationId,
  contactId,
  channel: intent.conversation.channel,
  channelAccountId: intent.conversation.channelAccountId,
  direction: "outbound",
  peer: intent.peer,
  type: intent.type,
  content: intent.content,
  status: "pending",
  platformMessageId: null,
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: {},
  createdAt: intent.at
})

/** All deliveries of a scope after the cursor without an attempt. */
export const readAll = Effect.fnUntraced(function* (scope: OutboxScope, from: OutboxCursor) {
  const { read } = yield* DeliveryQueue
  const found: Array<OutboxDelivery> = []
  for (let cursor = from; ;) {
    const slice = yield* read(scope, cursor, 1_000)
    found.push(...slice.deliveries)
    if (!slice.hasMore) return found
    cursor = slice.cursor
  }
})

/** The batch that a new owner of the organization's shard reads from the outbox. */
export const freshOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { open } = yield* DeliveryQueue
  return yield* readAll({ _tag: "Organization", organizationId }, yield* open(shardOf(organizationId), distantPast))
})

/** The due deliveries of the retry queue. */
export const dueOf = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  return yield* (yield* DeliveryQueue).due(organizationId, now, all)
})

/** The deliveries to attempt now: due ones, and recorded ones before their first attempt. */
export const outstandingOf = Effect.fnUntraced(function* (organizationId: OrganizationId, now: DateTime.Utc) {
  const fresh = yield* freshOf(organizationId)
  const due = yield* dueOf(organizationId, now)
  return [...due, ...fresh.flatMap(({ delivery, isHeld }) => (isHeld ? [] : [delivery]))]
})

export const idsOf = (deliveries: ReadonlyArray<QueuedDelivery>) => deliveries.map(({ event }) => event.id)
