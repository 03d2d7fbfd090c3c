import type { DateTime } from "effect"
import type { ConversationId, EventId, OrganizationId, WebhookId } from "../Ids.ts"
import type { Webhook } from "./Webhook.ts"

/** An event on its way to a subscription of the organization. */
export interface QueuedDelivery {
  readonly organizationId: OrganizationId
  /** The endpoint that it goes to; absent for the one webhook. */
  readonly endpointId?: WebhookId
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

/** The queue that deliveries of a subscription are in: that of an endpoint, or of the organization for its one webhook. */
export type QueueKey = OrganizationId | WebhookId

/** A subscription of the organization: the endpoint, or the one webhook. */
export type QueueAddress = Pick<QueuedDelivery, "organizationId" | "endpointId">

/** The queue of a delivery. */
export const queueKey = ({ endpointId, organizationId }: QueueAddress): QueueKey => endpointId ?? organizationId

/** The queue of a subscription. */
export const queueKeyOf = ({ endpoint, id, organizationId }: Pick<Webhook, "endpoint" | "id" | "organizationId">) =>
  queueKey(endpoint === undefined ? { organizationId } : { organizationId, endpointId: id })

/** Identifies an event or a conversation among the deliveries of all subscriptions. */
export const keyFor = (endpointId: WebhookId | undefined, id: EventId | ConversationId): string =>
  endpointId === undefined ? id : `${endpointId} ${id}`

/** Identifies a delivery. */
export const deliveryKey = ({ endpointId, event }: Pick<QueuedDelivery, "endpointId" | "event">): string =>
  keyFor(endpointId, event.id)

/** Bytes of an answer's body that are stored with the attempt. */
export const maxResponseBytes = 1_024

/** How long one attempt may take, answer included (contract: Delivery, retries and giving up). */
export const attemptDeadline = "15 seconds"
