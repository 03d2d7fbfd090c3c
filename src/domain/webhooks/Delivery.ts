import type { DateTime } from "effect"
import type { ConversationId, EventId, OrganizationId } from "../Ids.ts"
import type { Webhook } from "./Webhook.ts"

/** An event on its way to the organization's webhook. */
export interface QueuedDelivery {
  readonly organizationId: OrganizationId
  readonly event: {
    readonly id: EventId
    readonly type: string
    /** Deliveries of one conversation are made in the order of their sequence; null: it is in no such order. */
    readonly conversationId: ConversationId | null
    /** Its ordinal among all deliveries of its conversation, from 1; 0 when there is no conversation. */
    readonly sequence: number
    readonly occurredAt: DateTime.Utc
    /** The data as JSON, as it was recorded. */
    readonly dataJson: string
    /** The trace that it belongs to, as `traceparent`. */
    readonly trace?: string
  }
  /** Attempts that failed so far. */
  readonly failures: number
  /** Whether it is in the retry queue. A delivery that is read from the outbox is not. */
  readonly isDeferred: boolean
}

/** An event on its way, and where it goes as things are now. */
export interface Delivery extends QueuedDelivery {
  readonly webhook: Webhook
}

/**
 * After this many failures a delivery no longer blocks the later ones of its conversation (contract: Order within a
 * conversation).
 */
export const failuresThatHold = 5

/** Bytes of an answer's body that are stored with the attempt. */
export const maxResponseBytes = 1_024

/** How long one attempt may take, answer included (contract: Delivery, retries and giving up). */
export const attemptDeadline = "15 seconds"
