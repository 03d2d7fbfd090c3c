import type { DateTime } from "effect"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../../domain/Ids.ts"
import type { RecordedEvent } from "../../ports/EventLog.ts"

/** An event, and what makes it an entry of the log of deliveries. */
export interface LoggedEvent extends RecordedEvent {
  readonly organizationId: OrganizationId
  /** Its place among all events that were ever recorded, from 1. */
  readonly position: number
  /** The subscription that it is for; null: nobody wanted it. */
  readonly webhookId: WebhookId | null
  /** Its place among all deliveries of its conversation, from 1; 0 when it is none of them. */
  readonly sequence: number
}

export interface DeferredDelivery {
  readonly organizationId: OrganizationId
  readonly eventId: EventId
  /** Null: it is in no order. What is made again is in none. */
  readonly conversationId: ConversationId | null
  readonly sequence: number
  /** Null: an earlier one of its conversation holds it back. */
  readonly dueAt: DateTime.Utc | null
  readonly failures: number
}
