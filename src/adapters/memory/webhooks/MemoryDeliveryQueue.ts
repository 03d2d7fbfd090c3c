import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import { type DeliveryShard, shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { Subscription, Webhook } from "../../../domain/webhooks/Webhook.ts"
import {
  type DeferredOrganization,
  DeliveryQueue,
  type OutboxBatch,
  OutboxCursor,
  type OutboxScope
} from "../../../ports/webhooks/DeliveryQueue.ts"
import { isHeld, released } from "./holding.ts"
import type { DeferredDelivery, LoggedEvent } from "./StoredDeliveries.ts"
import { recordAttempt } from "./recordAttempt.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

/** A cursor is the number of events recorded before it. */
const cursorAt = (position: number): OutboxCursor => OutboxCursor.make(String(position))

const asQueued = (
  { conversationId, data, id, occurredAt, organizationId, sequence, trace, type }: LoggedEvent,
  deferred?: DeferredDelivery
): QueuedDelivery => ({
  organizationId,
  event: {
    id,
    type,
    conversationId: deferred === undefined ? conversationId : deferred.conversationId,
    sequence,
    occurredAt,
    dataJson: JSON.stringify(data),
    ...(trace === undefined ? {} : { trace })
  },
  failures: deferred?.failures ?? 0,
  isDeferred: deferred !== undefined
})

const open =
  (shard: DeliveryShard, now: DateTime.Utc): Step<OutboxCursor> =>
  (state) => [
    Effect.succeed(Option.getOrElse(HashMap.get(state.checkpoints, shard), () => cursorAt(0))),
    { ...state, deferred: released(state.deferred, ({ organizationId }) => shardOf(organizationId) === shard, now) }
  ]

const saveCheckpoint =
  (shard: DeliveryShard, cursor: OutboxCursor): Step<void> =>
  (state) => [Effect.void, { ...state, checkpoints: HashMap.set(state.checkpoints, shard, cursor) }]

const isIn = (scope: OutboxScope, organizationId: OrganizationId): boolean =>
  scope._tag === "Shard"
    ? shardOf(organizationId) === scope.shard && !scope.except.includes(organizationId)
    : organizationId === scope.organizationId

const asSubscription =
  ({ suspensions }: State) =>
  (webhook: Webhook): Subscription => ({
    ...webhook,
    isSuspended: HashMap.has(suspensions, webhook.organizationId)
  })

const subscriptionsOf = (state: State, organizationIds: ReadonlySet<OrganizationId>): ReadonlyArray<Subscription> =>
  state.webhooks.filter(({ organizationId }) => organizationIds.has(organizationId)).map(asSubscription(state))

const read = (state: State, scope: OutboxScope, cursor: OutboxCursor, limit: number): OutboxBatch => {
  const from = Number(cursor)
  const subscriptions = new Map(state.webhooks.map(({ id, organizationId }) => [organizationId, id]))
  const found = state.events.filter(
    ({ id, organizationId, position, webhookId }) =>
      position > from &&
      webhookId !== null &&
      subscriptions.get(organizationId) === webhookId &&
      isIn(scope, organizationId) &&
      !HashMap.has(state.attempts, id) &&
      !HashMap.has(state.deferred, id)
  )
  const deliveries = found.slice(0, limit).map((event) => ({
    delivery: asQueued(event),
    cursor: cursorAt(event.position),
    isHeld: isHeld(state.deferred, event)
  }))
  const hasMore = found.length > limit
  const organizationIds = new Set(deliveries.map(({ delivery }) => delivery.organizationId))
  return {
    deliveries,
    cursor: hasMore ? (deliveries.at(-1)?.cursor ?? cursor) : cursorAt(state.logged),
    hasMore,
    subscriptions: subscriptionsOf(state, organizationIds)
  }
}

const deferredOrganizations = (state: State, shard: DeliveryShard): ReadonlyArray<DeferredOrganization> => {
  const first = new Map<OrganizationId, DateTime.Utc>()
  for (const { dueAt, organizationId } of HashMap.values(state.deferred)) {
    if (dueAt === null) continue
    first.set(organizationId, DateTime.min(first.get(organizationId) ?? dueAt, dueAt))
  }
  return state.webhooks.flatMap(({ organizationId, status }) => {
    const dueAt = first.get(organizationId)
    const isPaused = status === "disabled" || HashMap.has(state.suspensions, organizationId)
    return dueAt !== undefined && !isPaused && shardOf(organizationId) === shard ? [{ organizationId, dueAt }] : []
  })
}

const longestDue = Order.combineAll([
  Order.mapInput(Order.Number, ({ dueAt }: Due) => dueAt.epochMilliseconds),
  Order.mapInput(Order.Number, ({ delivery }: Due) => delivery.event.sequence),
  Order.mapInput(Order.String, ({ delivery }: Due) => delivery.event.id)
])

interface Due {
  readonly dueAt: DateTime.Utc
  readonly delivery: QueuedDelivery
}

const due = (
  state: State,
  organizationId: OrganizationId,
  now: DateTime.Utc,
  limit: number
): ReadonlyArray<QueuedDelivery> =>
  state.events
    .flatMap((event): ReadonlyArray<Due> => {
      if (event.organizationId !== organizationId) return []
      const row = Option.getOrUndefined(HashMap.get(state.deferred, event.id))
      return row?.dueAt && DateTime.isLessThanOrEqualTo(row.dueAt, now)
        ? [{ dueAt: row.dueAt, delivery: asQueued(event, row) }]
        : []
    })
    .toSorted(longestDue)
    .slice(0, limit)
    .map(({ delivery }) => delivery)

const defer =
  (deliveries: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Step<void> =>
  (state) => {
    const subscriptions = new Set<string | null>(state.webhooks.map(({ id }) => id))
    const requested = new Map(
      state.events.flatMap((event) => (subscriptions.has(event.webhookId) ? [[event.id, event]] : []))
    )
    const all = Array.sortWith(deliveries, ({ event }) => event.sequence, Order.Number).reduce(
      (rows, { event: { conversationId, id, sequence }, failures, organizationId }) =>
        HashMap.has(rows, id) || requested.get(id)?.organizationId !== organizationId
          ? rows
          : HashMap.set(rows, id, {
              organizationId,
              eventId: id,
              conversationId,
              sequence,
              dueAt: isHeld(rows, { conversationId, sequence }) ? null : now,
              failures
            }),
      state.deferred
    )
    return [Effect.void, { ...state, deferred: all }]
  }

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.map(World, (world) =>
    DeliveryQueue.of({
      open: (shard, now) => world.step("DeliveryQueue.open", open(shard, now)),
      saveCheckpoint: (shard, cursor) => world.step("DeliveryQueue.saveCheckpoint", saveCheckpoint(shard, cursor)),
      read: (scope, cursor, limit) => world.read("DeliveryQueue.read", (state) => read(state, scope, cursor, limit)),
      deferredOrganizations: (shard) =>
        world.read("DeliveryQueue.deferredOrganizations", (state) => deferredOrganizations(state, shard)),
      due: (organizationId, now, limit) =>
        world.read("DeliveryQueue.due", (state) => due(state, organizationId, now, limit)),
      defer: (deliveries, now) => world.step("DeliveryQueue.defer", defer(deliveries, now)),
      recordAttempt: (outcome) =>
        world.step("DeliveryQueue.recordAttempt", (state) => [Effect.void, recordAttempt(state, outcome)]),
      subscriptions: (organizationIds) =>
        world.read("DeliveryQueue.subscriptions", (state) => subscriptionsOf(state, new Set(organizationIds))),
      listen: world.listen
    })
  )
)
