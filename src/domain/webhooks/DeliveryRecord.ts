import { DateTime, Schema } from "effect"
import { TestType } from "./Event.ts"
import type { EventId, WebhookId } from "../Ids.ts"
import { SubscribableType } from "./Webhook.ts"
import type { Named } from "../Named.ts"

/** `pending`: another attempt follows. `failed`: none does, and none was a success. */
export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryStatus = Named<typeof DeliveryStatus.Type>

/** Every type of event that a delivery can be of. */
export const DeliverableType = Schema.Literals([...SubscribableType.literals, ...TestType.literals])
export type DeliverableType = typeof DeliverableType.Type

/** A stored attempt. */
export interface DeliveryAttempt {
  readonly at: DateTime.Utc
  /** Null, like the response, when no answer came. */
  readonly status: number | null
  readonly durationMillis: number
  readonly response: string | null
  /** Why it was no success; empty when it was one. */
  readonly detail: string
}

/** The delivery of an event to the subscription, so far. */
export interface DeliveryRecord {
  readonly eventId: EventId
  readonly type: string
  readonly status: DeliveryStatus
  /** When the event happened. */
  readonly createdAt: DateTime.Utc
  /** Null when none follows, and while the subscription is disabled. */
  readonly nextAttemptAt: DateTime.Utc | null
  /** The address of the next attempt; of the last one if none follows. */
  readonly url: string
  /** The last ones, in the order in which they were made. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}

/** A delivery with its body, which is the same text in every attempt. */
export interface DeliveryDetail extends DeliveryRecord {
  /** JSON (contract: Events). */
  readonly body: string
}

/** Deliveries of replayed ranges that become due in a second, for one organization: as fast as it may send. */
export const replaysPerSecond = 30

/** Most attempts that a delivery shows: those of a whole series. */
export const maxShownAttempts = 10

/** Most deliveries counted for a total. Beyond that only the newest are of interest, and counting takes time. */
export const maxCountedDeliveries = 10_000

/** Most deliveries of a time range that are replayed at once. */
export const maxReplayedDeliveries = 10_000

/** The organization has no such delivery, or it is older than records are stored. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}

/** More deliveries lie in the time range than are made again at once. */
export class TooManyDeliveries extends Schema.TaggedError<TooManyDeliveries>()("TooManyDeliveries", {
  limit: Schema.Int
}) {}

/** The body of a delivery (contract: Events). `webhook_id` is the subscription's id (contract: Two ids). */
export const deliveryBody = (
  webhookId: WebhookId,
  event: { readonly type: string; readonly occurredAt: DateTime.Utc; readonly dataJson: string }
): string => {
  const head = JSON.stringify({
    event: event.type,
    timestamp: DateTime.formatIso(event.occurredAt),
    webhook_id: webhookId
  })
  return `${head.slice(0, -1)},"data":${event.dataJson}}`
}
