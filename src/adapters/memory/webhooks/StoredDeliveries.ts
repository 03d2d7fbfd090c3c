import type { DateTime } from "effect"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import type { RecordedEvent } from "../../../ports/webhooks/EventLog.ts"

/** An event, with its entry in the outbox. */
export interface LoggedEvent extends RecordedEvent {
  readonly organizationId: OrganizationId
  readonly trace?: string
  /** Its ordinal among all events that were ever recorded, from 1. */
  readonly position: number
  /** The subscription that receives it. Null: none subscribed to it. */
  readonly webhookId: WebhookId | null
  /** Its ordinal among all deliveries of its conversation, from 1; 0 when it is none of them. */
  readonly sequence: number
}

export interface DeferredDelivery {
  readonly organizationId: OrganizationId
  readonly eventId: EventId
  /** Null: it is unordered, as replayed deliveries are. */
  readonly conversationId: ConversationId | null
  readonly sequence: number
  /** Null while an earlier delivery of its conversation holds it back. */
  readonly dueAt: DateTime.Utc | null
  readonly failures: number
}
