import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { DeliveryQueue, type OutboxBatch } from "../../../ports/webhooks/DeliveryQueue.ts"
import { admitRecorded, followSubscriptions } from "./admit.ts"
import type { CheckpointTracker } from "./CheckpointTracker.ts"
import type { LaggingTenant, ShardState } from "./ShardState.ts"
import { maxPerTenant } from "./TenantQueue.ts"

/** Most deliveries in one reading. */
export const maxRead = 512

/** How long to wait, in milliseconds, before a tenant is read on that had no room at all. */
const laggingPause = 1_000

/**
 * A tenant that lags for this long, in milliseconds, has the rest of its deliveries deferred: one that never catches up
 * would keep the checkpoint where it began to lag.
 */
const longestLagging = 600_000

const isLaggingLong = ({ since }: LaggingTenant, now: number): boolean => now - since >= longestLagging

const organizationsOf = ({ deliveries }: OutboxBatch): ReadonlySet<OrganizationId> =>
  new Set(deliveries.map(({ delivery }) => delivery.organizationId))

/**
 * Reads the next batch of the shard's outbox, except for lagging tenants, and starts runnable deliveries. A tenant
 * without room becomes lagging. Returns whether the batch had deliveries.
 */
export const readShard = Effect.fnUntraced(function* (state: ShardState, tracker: CheckpointTracker) {
  const queue = yield* DeliveryQueue
  state.on("readBegun")
  state.cursorMoves()
  const removed = state.beginRead()
  const from = tracker.cursor
  const found = yield* queue.read(
    { _tag: "Shard", shard: state.shard, except: [...state.lagging.keys()] },
    from,
    maxRead
  )
  if (!state.isRunning) return false
  const now = (yield* DateTime.now).epochMilliseconds
  if (found.deliveries.length > 0) {
    const batch = tracker.begin()
    const subscriptions = followSubscriptions(state, organizationsOf(found), found.subscriptions)
    const reading = { recorded: found.deliveries, from, batch, subscriptions, removed, defersRest: false }
    for (const [organizationId, cursor] of admitRecorded(state, reading)) {
      batch.retain()
      state.lagging.set(organizationId, { cursor, batch, since: now, notBefore: now })
    }
    state.dispatcher.startAll()
    batch.release()
  }
  state.endRead()
  tracker.cursor = found.cursor
  if (found.hasEndpoints) state.due.endpoints = now
  if (found.hasMore) state.on("signalled")
  return found.deliveries.length > 0
})

/** Lagging tenants with room, or whose rest is deferred. */
const readyTenants = ({ lagging, tenants }: ShardState, now: number) =>
  [...lagging].filter(([organizationId, one]) => {
    const tenant = tenants.get(organizationId)
    return tenant === undefined || tenant.isSlow || tenant.isPaused || isLaggingLong(one, now) || tenant.isHalfEmpty
  })

/** When the next lagging tenant can be read on, in epoch milliseconds. */
export const nextLaggingAt = (state: ShardState, now: number): number =>
  state.lagging.size === 0
    ? Number.POSITIVE_INFINITY
    : Math.min(now + laggingPause, ...readyTenants(state, now).map(([, { notBefore }]) => notBefore))

/**
 * Reads the next outbox deliveries of one lagging tenant. A tenant that has caught up is read with the shard again. The
 * shard was read before, so deliveries that its cursor returns twice are known.
 */
export const readLagging = Effect.fnUntraced(function* (state: ShardState, now: number) {
  const ready = readyTenants(state, now).find(([, { notBefore }]) => notBefore <= now)
  if (ready === undefined) return
  const queue = yield* DeliveryQueue
  const [organizationId, lagging] = ready
  // Moves the tenant behind the other lagging tenants.
  state.lagging.delete(organizationId)
  state.lagging.set(organizationId, lagging)
  const { batch, cursor: from } = lagging
  const tenant = state.tenants.get(organizationId)
  const defersRest = isLaggingLong(lagging, now)
  const room = tenant === undefined ? maxPerTenant : Math.max(1, tenant.limit - tenant.size)
  const removed = state.beginRead()
  const limit = defersRest || tenant?.isSlow === true ? maxRead : room
  const found = yield* queue.read({ _tag: "Organization", organizationId }, from, limit)
  if (!state.isRunning) return
  const subscriptions = followSubscriptions(state, organizationsOf(found), found.subscriptions)
  const reading = { recorded: found.deliveries, from, batch, subscriptions, removed, defersRest }
  const left = admitRecorded(state, reading).get(organizationId)
  state.endRead()
  state.dispatcher.startAll()
  lagging.cursor = left ?? found.cursor
  if (left === from) lagging.notBefore = now + laggingPause
  if (left !== undefined || found.hasMore) return
  state.lagging.delete(organizationId)
  batch.release()
  state.on("signalled")
})
