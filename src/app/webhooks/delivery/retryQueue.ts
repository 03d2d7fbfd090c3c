import { DateTime, Effect } from "effect"
import { type QueueAddress, type QueuedDelivery, queueKey } from "../../../domain/webhooks/Delivery.ts"
import { isDelivered } from "../../../domain/webhooks/Webhook.ts"
import { DeliveryQueue, DeliveryTiming } from "../../../ports/webhooks/DeliveryQueue.ts"
import { admitDue, followSubscriptions } from "./admit.ts"
import type { ShardState } from "./ShardState.ts"

/** Most subscriptions whose due deliveries are read in one step. */
const maxSubscriptions = 8

/** Most due deliveries of one subscription that are read at once. */
const maxDue = 128

/** How long to wait, in milliseconds, before due deliveries without room are read again. */
const leftPause = 1_000

/** How long, in milliseconds, a subscription is not read again of which all due deliveries were in memory. */
const knownPause = 10_000

/** Defers the deliveries that left memory for it, of which there are some. */
export const flushDeferrals = Effect.fnUntraced(function* (state: ShardState) {
  const deferrals = state.takeDeferrals()
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const fresh = deferrals.flatMap(({ delivery }) => (delivery.isDeferred ? [] : [delivery]))
  if (fresh.length > 0) yield* queue.defer(fresh, now)
  state.deferred(deferrals, now.epochMilliseconds)
})

/** Learns which subscriptions have deferred deliveries, and when the first of each is due. */
export const pollDeferred = Effect.fnUntraced(function* (state: ShardState, now: number) {
  const queue = yield* DeliveryQueue
  state.deferredPolled(now, (yield* DeliveryTiming).pollInterval)
  state.nextDueAt.clear()
  state.addresses.clear()
  for (const deferred of yield* queue.deferredOrganizations(state.shard)) {
    const { dueAt, endpointId, organizationId } = deferred
    const tenant = state.dispatcher.tenant(queueKey(deferred))
    const isKnown = tenant !== undefined && tenant.deferred > 0
    const readAt = Math.max(dueAt.epochMilliseconds, isKnown ? tenant.dueReadAt + knownPause : 0)
    state.readDueAt(organizationId, readAt, endpointId)
  }
})

/** The subscriptions whose due deliveries are read now, and when others are to be read, in epoch milliseconds. */
const nextDue = (state: ShardState, now: number) => {
  const addresses: Array<QueueAddress> = []
  let at = Number.POSITIVE_INFINITY
  for (const [key, dueAt] of state.nextDueAt) {
    const address = state.addresses.get(key)
    const tenant = state.dispatcher.tenant(key)
    const hasRoom = tenant === undefined || (tenant.isHalfEmpty && !tenant.isPaused)
    if (!hasRoom || address === undefined) continue
    if (dueAt > now || addresses.length === maxSubscriptions) at = Math.min(at, dueAt)
    else addresses.push(address)
  }
  return { at, addresses }
}

/** When due deliveries can be read, in epoch milliseconds. */
export const nextDueAt = (state: ShardState, now: number): number => {
  const { addresses, at } = nextDue(state, now)
  return addresses.length > 0 ? now : at
}

/** Admits the due deliveries of some subscriptions, as far as there is room. */
export const readDue = Effect.fnUntraced(function* (state: ShardState) {
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const millis = now.epochMilliseconds
  const removed = state.beginRead()
  const found: Array<readonly [QueueAddress, ReadonlyArray<QueuedDelivery>, isAll: boolean]> = []
  for (const address of nextDue(state, millis).addresses) {
    const key = queueKey(address)
    state.nextDueAt.delete(key)
    const tenant = state.dispatcher.tenant(key)
    const room = tenant === undefined ? maxDue : Math.min(maxDue, tenant.limit - tenant.size)
    // A deferred delivery in memory is still due in the store.
    const limit = room + (tenant?.deferred ?? 0)
    const due = yield* queue.due(address.organizationId, now, limit, address.endpointId)
    if (due.length > 0) found.push([address, due, due.length < limit])
  }
  if (found.length === 0) return state.endRead()
  const organizationIds = new Set(found.map(([{ organizationId }]) => organizationId))
  const webhooks = yield* queue.subscriptions([...organizationIds])
  if (!state.isRunning) return
  const keys = found.map(([address]) => queueKey(address))
  const subscriptions = followSubscriptions(state, keys, webhooks)
  for (const [address, due, isAll] of found) {
    const { endpointId, organizationId } = address
    const webhook = subscriptions.get(queueKey(address))
    const active = webhook !== undefined && isDelivered(webhook) ? webhook : null
    const isLeft = active !== null && admitDue(state, due, active, removed)
    const tenant = state.dispatcher.tenant(queueKey(address))
    if (tenant !== undefined) tenant.dueReadAt = millis
    // The poll finds it again once its subscription is active, and its organization is not suspended.
    if (active === null) continue
    if (isLeft) state.readDueAt(organizationId, millis + leftPause, endpointId)
    else if (!isAll) state.readDueAt(organizationId, millis, endpointId)
  }
  state.endRead()
  state.dispatcher.startAll()
})
