import {
  deliveryKey,
  keyFor,
  type QueuedDelivery,
  type QueueKey,
  queueKeyOf
} from "../../../domain/webhooks/Delivery.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type Subscription, isDelivered } from "../../../domain/webhooks/Webhook.ts"
import type { OutboxCursor, OutboxDelivery } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { Batch } from "./CheckpointTracker.ts"
import type { ConversationQueue } from "./OrderedQueue.ts"
import type { RemovedDuringRead, ShardState } from "./ShardState.ts"
import type { ScheduledDelivery, TenantQueue } from "./TenantQueue.ts"

/** The subscriptions that something was read of, by `queueKeyOf`. */
export type Subscriptions = ReadonlyMap<QueueKey, Subscription>

/** Adapts the deliveries of a tenant in memory to its present subscription. */
const follow = (state: ShardState, tenant: TenantQueue, webhook: Subscription | undefined): void => {
  const { dispatcher } = state
  if (webhook?.id !== tenant.webhook.id) state.dropTenant(tenant)
  if (tenant.size === 0) return
  if (webhook !== undefined) dispatcher.redirect(tenant, webhook)
  if (webhook !== undefined && isDelivered(webhook)) return dispatcher.resume(tenant)
  dispatcher.pause(tenant)
  state.deferTenant(tenant)
}

/** Adapts these queues in memory to their subscriptions, as they were just read. */
export const followSubscriptions = (
  state: ShardState,
  keys: Iterable<QueueKey>,
  webhooks: ReadonlyArray<Subscription>
): Subscriptions => {
  const subscriptions: Subscriptions = new Map(webhooks.map((webhook) => [queueKeyOf(webhook), webhook]))
  for (const key of keys) {
    const tenant = state.tenants.get(key)
    if (tenant !== undefined) follow(state, tenant, subscriptions.get(key))
  }
  state.dispatcher.startAll()
  return subscriptions
}

/** The result of one outbox read. */
export interface Reading {
  /** In the order of the outbox. */
  readonly recorded: ReadonlyArray<OutboxDelivery>
  /** The cursor at which the read began. */
  readonly from: OutboxCursor
  readonly batch: Batch
  readonly subscriptions: Subscriptions
  readonly removed: RemovedDuringRead
  /** Deliveries without room are deferred, even if the receiver is fast. */
  readonly defersRest: boolean
}

const add = (state: ShardState, tenant: TenantQueue, delivery: QueuedDelivery, batch: Batch): void => {
  batch.retain()
  state.dispatcher.add(delivery, tenant, batch)
}

const defer = (state: ShardState, delivery: QueuedDelivery, batch: Batch): void => {
  batch.retain()
  state.defer(delivery, batch)
}

/** Whether the delivery could be placed behind others of its conversation. */
const admitBehind = (
  state: ShardState,
  tenant: TenantQueue,
  conversation: ConversationQueue<ScheduledDelivery>,
  { delivery, isHeld }: OutboxDelivery,
  { batch, defersRest }: Reading
): boolean => {
  if (state.dispatcher.hasRoom(tenant)) {
    add(state, tenant, delivery, batch)
    conversation.hasDeferred ||= isHeld
    return true
  }
  // An attempt decides what becomes of those behind it. Only where none is under way, all of them may be deferred.
  const isAttempted = conversation.head === null || conversation.head.queue === null
  if (isAttempted || !(defersRest || tenant.isSlow)) return false
  state.deferConversation(tenant, conversation)
  defer(state, delivery, batch)
  return true
}

/** Whether the delivery is in memory or about to be deferred. Else there is no room for it. */
const admitOne = (state: ShardState, tenant: TenantQueue, recorded: OutboxDelivery, reading: Reading): boolean => {
  const { batch, defersRest, removed } = reading
  const { delivery, isHeld } = recorded
  const { conversationId } = delivery.event
  const conversation = tenant.conversations.of(conversationId)
  if (conversation !== undefined) return admitBehind(state, tenant, conversation, recorded, reading)
  const hasRoom = state.dispatcher.hasRoom(tenant)
  const isBehindDeferred = isHeld || (conversationId !== null && removed.conversations.has(conversationId))
  if (isBehindDeferred || tenant.isPaused || (!hasRoom && (defersRest || tenant.isSlow))) {
    defer(state, delivery, batch)
    return true
  }
  if (hasRoom) add(state, tenant, delivery, batch)
  return hasRoom
}

/** Whether the delivery was read before. An attempt that began before a resync belongs to the new batch. */
const isKnown = (state: ShardState, delivery: QueuedDelivery, { batch, removed }: Reading): boolean => {
  const key = deliveryKey(delivery)
  const known = state.dispatcher.find(key)
  if (known === undefined) return removed.events.has(key)
  if (known.batch?.tracker !== batch.tracker) {
    batch.retain()
    known.batch = batch
  }
  return true
}

/** Admits an outbox read. Returns the tenants without room, each with the cursor at which to continue. */
export const admitRecorded = (state: ShardState, reading: Reading): ReadonlyMap<OrganizationId, OutboxCursor> => {
  const { from, recorded, subscriptions } = reading
  const left = new Map<OrganizationId, OutboxCursor>()
  const tenants = new Set<TenantQueue>()
  let before: OutboxDelivery | null = null
  for (const one of recorded) {
    const { organizationId } = one.delivery
    const webhook = subscriptions.get(organizationId)
    if (webhook !== undefined && !left.has(organizationId) && !isKnown(state, one.delivery, reading)) {
      const tenant = state.open(webhook)
      tenants.add(tenant)
      if (!admitOne(state, tenant, one, reading)) left.set(organizationId, before?.cursor ?? from)
    }
    before = one
  }
  for (const tenant of tenants) state.removeIfEmpty(tenant)
  return left
}

/** Admits due deliveries. Returns whether some remain. */
export const admitDue = (
  state: ShardState,
  due: ReadonlyArray<QueuedDelivery>,
  webhook: Subscription,
  removed: RemovedDuringRead
): boolean => {
  let isLeft = false
  for (const delivery of due) {
    const { conversationId } = delivery.event
    const key = deliveryKey(delivery)
    if (state.dispatcher.find(key) !== undefined || removed.events.has(key)) continue
    const tenant = state.open(webhook)
    const isBusy =
      tenant.conversations.of(conversationId) !== undefined ||
      (conversationId !== null && removed.conversations.has(keyFor(delivery.endpointId, conversationId)))
    if (isBusy || tenant.isPaused || !state.dispatcher.hasRoom(tenant)) isLeft = true
    else state.dispatcher.add(delivery, tenant, null)
    state.removeIfEmpty(tenant)
  }
  return isLeft
}
