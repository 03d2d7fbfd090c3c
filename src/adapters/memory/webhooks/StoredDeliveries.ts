import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"
import type { DateTime } from "effect"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { ConsumerName } from "../../../domain/webhooks/EventConsumer.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"

/** An event and its entry in the outbox. */
export interface LoggedEvent extends RecordedEvent {
  readonly organizationId: OrganizationId
  readonly trace?: string
  /** Ordinal among all events ever recorded, from 1. */
  readonly position: number
  /** The subscription that receives it; null if none subscribed to it. */
  readonly webhookId: WebhookId | null
  /** The active endpoints that subscribed to its type. */
  readonly endpointIds: ReadonlyArray<WebhookId>
  /** Ordinal among the deliveries of its conversation, from 1; 0 for an event without a delivery or conversation. */
  readonly sequence: number
}

export interface DeferredDelivery {
  readonly organizationId: OrganizationId
  /** Absent for the one webhook. */
  readonly endpointId?: WebhookId
  readonly eventId: EventId
  /** Null for unordered deliveries, such as replays. */
  readonly conversationId: ConversationId | null
  readonly sequence: number
  /** Null while an earlier delivery of its conversation blocks it. */
  readonly dueAt: DateTime.Utc | null
  readonly failures: number
}

export interface StoredConsumer {
  readonly name: ConsumerName
  readonly cursor: OutboxCursor
  /** Null without an owner. */
  readonly lease: { readonly owner: string; readonly until: DateTime.Utc } | null
}

/** An event that a consumer handles later, or a dead letter. */
export interface StoredConsumerEvent {
  readonly name: ConsumerName
  readonly delivery: QueuedDelivery
  /** Null for a dead letter, and while an earlier event of its conversation holds the event back. */
  readonly dueAt: DateTime.Utc | null
  readonly deadAt: DateTime.Utc | null
  readonly error: string
}

/** The event without its organization, which the caller knows. */
export const asRecorded = ({ conversationId, data, id, occurredAt, type }: LoggedEvent): RecordedEvent => ({
  id,
  type,
  conversationId,
  occurredAt,
  data
})
