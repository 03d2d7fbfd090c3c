import { DateTime, Effect } from "effect"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { isDelivered } from "../../../domain/webhooks/Webhook.ts"
import { DeliveryQueue, DeliveryTiming } from "../../../ports/webhooks/DeliveryQueue.ts"
import { admitDue, followSubscriptions } from "./admit.ts"
import type { ShardState } from "./ShardState.ts"

/** Most organizations whose due deliveries are read in one step. */
const maxOrganizations = 8

/** Most due deliveries of one organization that are read at once. */
const maxDue = 128

/** How long to wait, in milliseconds, before due deliveries without room are read again. */
const leftPause = 1_000

/** How long, in milliseconds, an organization is not read again of which all due deliveries were in memory. */
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

/** Learns which organizations have deferred deliveries, and when the first of each is due. */
export const pollDeferred = Effect.fnUntraced(function* (state: ShardState, now: number) {
  const queue = yield* DeliveryQueue
  state.deferredPolled(now, (yield* DeliveryTiming).pollInterval)
  state.nextDueAt.clear()
  for (const { dueAt, organizationId } of yield* queue.deferredOrganizations(state.shard)) {
    const tenant = state.dispatcher.tenant(organizationId)
    const isKnown = tenant !== undefined && tenant.deferred > 0
    state.readDueAt(organizationId, Math.max(dueAt.epochMilliseconds, isKnown ? tenant.dueReadAt + knownPause : 0))
  }
})

/** The organizations whose due deliveries are read now, and when others are to be read, in epoch milliseconds. */
const nextDue = (state: ShardState, now: number) => {
  const organizationIds: Array<OrganizationId> = []
  let at = Number.POSITIVE_INFINITY
  for (const [organizationId, dueAt] of state.nextDueAt) {
    const tenant = state.dispatcher.tenant(organizationId)
    const hasRoom = tenant === undefined || (tenant.isHalfEmpty && !tenant.isPaused)
    if (hasRoom && (dueAt > now || organizationIds.length === maxOrganizations)) at = Math.min(at, dueAt)
    else if (hasRoom) organizationIds.push(organizationId)
  }
  return { at, organizationIds }
}

/** When due deliveries can be read, in epoch milliseconds. */
export const nextDueAt = (state: ShardState, now: number): number => {
  const { at, organizationIds } = nextDue(state, now)
  return organizationIds.length > 0 ? now : at
}

/** Admits the due deliveries of some organizations, as far as there is room. */
export const readDue = Effect.fnUntraced(function* (state: ShardState) {
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const millis = now.epochMilliseconds
  const removed = state.beginRead()
  const found: Array<readonly [OrganizationId, ReadonlyArray<QueuedDelivery>, isAll: boolean]> = []
  for (const organizationId of nextDue(state, millis).organizationIds) {
    state.nextDueAt.delete(organizationId)
    const tenant = state.dispatcher.tenant(organizationId)
    const room = tenant === undefined ? maxDue : Math.min(maxDue, tenant.limit - tenant.size)
    // A deferred delivery in memory is still due in the store.
    const limit = room + (tenant?.deferred ?? 0)
    const due = yield* queue.due(organizationId, now, limit)
    if (due.length > 0) found.push([organizationId, due, due.length < limit])
  }
  if (found.length === 0) return state.endRead()
  const organizationIds = found.map(([organizationId]) => organizationId)
  const webhooks = yield* queue.subscriptions(organizationIds)
  if (!state.isRunning) return
  const subscriptions = followSubscriptions(state, organizationIds, webhooks)
  for (const [organizationId, due, isAll] of found) {
    const webhook = subscriptions.get(organizationId)
    const active = webhook !== undefined && isDelivered(webhook) ? webhook : null
    const isLeft = active !== null && admitDue(state, due, active, removed)
    const tenant = state.dispatcher.tenant(organizationId)
    if (tenant !== undefined) tenant.dueReadAt = millis
    // The poll finds it again once its subscription is active, and its organization is not suspended.
    if (active === null) continue
    if (isLeft) state.readDueAt(organizationId, millis + leftPause)
    else if (!isAll) state.readDueAt(organizationId, millis)
  }
  state.endRead()
  state.dispatcher.startAll()
})
