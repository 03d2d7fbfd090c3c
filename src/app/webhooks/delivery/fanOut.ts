import { DateTime, Effect } from "effect"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { WebhookId } from "../../../domain/Ids.ts"
import { isEndpoint, type WebhookEndpoint } from "../../../domain/webhooks/Webhook.ts"
import { eventFacts, passes } from "../../../domain/webhooks/WebhookEndpoint.ts"
import { DeliveryQueue, type EndpointBatch } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { CheckpointTracker } from "./CheckpointTracker.ts"
import type { ShardState } from "./ShardState.ts"

/** Most events in one reading, each with up to `maxEndpoints` deliveries. */
const maxFannedOut = 256

/** A delivery of each event for each of its endpoints that is active and whose filter the event passes. */
export const endpointDeliveries = ({ events, subscriptions }: EndpointBatch): ReadonlyArray<QueuedDelivery> => {
  const endpoints = new Map<WebhookId, WebhookEndpoint>()
  for (const webhook of subscriptions) if (isEndpoint(webhook)) endpoints.set(webhook.id, webhook)
  return events.flatMap(({ delivery, endpointIds, known }) => {
    const { dataJson, type } = delivery.event
    const facts = eventFacts(dataJson, known)
    return endpointIds.flatMap((endpointId): ReadonlyArray<QueuedDelivery> => {
      const webhook = endpoints.get(endpointId)
      if (webhook === undefined || webhook.status === "disabled") return []
      return type === "webhook.test" || passes(webhook.endpoint.filter, facts) ? [{ ...delivery, endpointId }] : []
    })
  })
}

/**
 * Adds deliveries to endpoints to the retry queue, for the events that were recorded since the last time (decision 56,
 * Endpoints for events). The outbox of the one webhook is read first, and does not wait for the receivers of endpoints.
 */
export const fanOut = Effect.fnUntraced(function* (state: ShardState, _: CheckpointTracker, now: number) {
  const queue = yield* DeliveryQueue
  const found = yield* queue.readForEndpoints(state.shard, state.endpointCursor, maxFannedOut)
  if (!state.isRunning) return
  const deliveries = endpointDeliveries(found)
  // Without events the cursor is saved with the next ones: until then a restart reads a few rows of an index more.
  if (found.events.length > 0) {
    yield* queue.deferForEndpoints(state.shard, deliveries, found.cursor, yield* DateTime.now)
  }
  state.endpointCursor = found.cursor
  state.due.endpoints = found.hasMore ? now : Number.POSITIVE_INFINITY
  for (const { endpointId, organizationId } of deliveries) state.readDueAt(organizationId, now, endpointId)
})
