import { Array, DateTime, Effect, HashMap, Layer, Option, Order } from "effect"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import { type DeliveryShard, shardOf } from "../../domain/DeliveryShard.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import {
  DeliveryQueue,
  LogPlace,
  type LogScope,
  type LogSlice,
  type WaitingOrganization
} from "../../ports/DeliveryQueue.ts"
import { isHeld, released } from "./holding.ts"
import type { LoggedEvent, WaitingDelivery } from "./KeptDeliveries.ts"
import { settleAttempt } from "./settleAttempt.ts"
import type { State, Step } from "./State.ts"
import { World } from "./World.ts"

/** A place says how many events were recorded before it. */
const placeAt = (position: number): LogPlace => LogPlace.make(String(position))

const asQueued = (
  { conversationId, data, id, occurredAt, organizationId, sequence, type }: LoggedEvent,
  waiting?: WaitingDelivery
): QueuedDelivery => ({
  organizationId,
  event: {
    id,
    type,
    conversationId: waiting === undefined ? conversationId : waiting.conversationId,
    sequence,
    occurredAt,
    dataJson: JSON.stringify(data)
  },
  failures: waiting?.failures ?? 0,
  isWaiting: waiting !== undefined
})

const open =
  (shard: DeliveryShard, now: DateTime.Utc): Step<LogPlace> =>
  (state) => [
    Effect.succeed(Option.getOrElse(HashMap.get(state.places, shard), () => placeAt(0))),
    { ...state, waiting: released(state.waiting, ({ organizationId }) => shardOf(organizationId) === shard, now) }
  ]

const keep =
  (shard: DeliveryShard, place: LogPlace): Step<void> =>
  (state) => [Effect.void, { ...state, places: HashMap.set(state.places, shard, place) }]

const isIn = (scope: LogScope, organizationId: OrganizationId): boolean =>
  scope._tag === "Shard"
    ? shardOf(organizationId) === scope.shard && !scope.except.includes(organizationId)
    : organizationId === scope.organizationId

const read = (state: State, scope: LogScope, place: LogPlace, limit: number): LogSlice => {
  const from = Number(place)
  const subscriptions = new Map(state.webhooks.map(({ id, organizationId }) => [organizationId, id]))
  const found = state.events.filter(
    ({ id, organizationId, position, webhookId }) =>
      position > from &&
      webhookId !== null &&
      subscriptions.get(organizationId) === webhookId &&
      isIn(scope, organizationId) &&
      !HashMap.has(state.attempts, id) &&
      !HashMap.has(state.waiting, id)
  )
  const deliveries = found.slice(0, limit).map((event) => ({
    delivery: asQueued(event),
    place: placeAt(event.position),
    isHeld: isHeld(state.waiting, event)
  }))
  const hasMore = found.length > limit
  const organizationIds = new Set(deliveries.map(({ delivery }) => delivery.organizationId))
  return {
    deliveries,
    place: hasMore ? (deliveries.at(-1)?.place ?? place) : placeAt(state.logged),
    hasMore,
    asksAgain: false,
    subscriptions: state.webhooks.filter(({ organizationId }) => organizationIds.has(organizationId))
  }
}

const waiting = (state: State, shard: DeliveryShard): ReadonlyArray<WaitingOrganization> => {
  const first = new Map<OrganizationId, DateTime.Utc>()
  for (const { dueAt, organizationId } of HashMap.values(state.waiting)) {
    if (dueAt === null) continue
    first.set(organizationId, DateTime.min(first.get(organizationId) ?? dueAt, dueAt))
  }
  return state.webhooks.flatMap(({ organizationId, status }) => {
    const dueAt = first.get(organizationId)
    return dueAt !== undefined && status !== undefined && status !== "disabled" && shardOf(organizationId) === shard
      ? [{ organizationId, dueAt }]
      : []
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
      const row = Option.getOrUndefined(HashMap.get(state.waiting, event.id))
      return row?.dueAt && DateTime.isLessThanOrEqualTo(row.dueAt, now)
        ? [{ dueAt: row.dueAt, delivery: asQueued(event, row) }]
        : []
    })
    .toSorted(longestDue)
    .slice(0, limit)
    .map(({ delivery }) => delivery)

const park =
  (deliveries: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Step<void> =>
  (state) => {
    const subscriptions = new Set<string | null>(state.webhooks.map(({ id }) => id))
    const wanted = new Map(
      state.events.flatMap((event) => (subscriptions.has(event.webhookId) ? [[event.id, event]] : []))
    )
    const parked = Array.sortWith(deliveries, ({ event }) => event.sequence, Order.Number).reduce(
      (kept, { event: { conversationId, id, sequence }, failures, organizationId }) =>
        HashMap.has(kept, id) || wanted.get(id)?.organizationId !== organizationId
          ? kept
          : HashMap.set(kept, id, {
              organizationId,
              eventId: id,
              conversationId,
              sequence,
              dueAt: isHeld(kept, { conversationId, sequence }) ? null : now,
              failures
            }),
      state.waiting
    )
    return [Effect.void, { ...state, waiting: parked }]
  }

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.map(World, (world) =>
    DeliveryQueue.of({
      open: (shard, now) => world.step("DeliveryQueue.open", open(shard, now)),
      keep: (shard, place) => world.step("DeliveryQueue.keep", keep(shard, place)),
      read: (scope, place, limit) => world.read("DeliveryQueue.read", (state) => read(state, scope, place, limit)),
      atHand: () => null,
      waiting: (shard) => world.read("DeliveryQueue.waiting", (state) => waiting(state, shard)),
      due: (organizationId, now, limit) =>
        world.read("DeliveryQueue.due", (state) => due(state, organizationId, now, limit)),
      park: (deliveries, now) => world.step("DeliveryQueue.park", park(deliveries, now)),
      settle: (attempt) => world.step("DeliveryQueue.settle", (state) => [Effect.void, settleAttempt(state, attempt)]),
      subscriptions: (organizationIds) =>
        world.read("DeliveryQueue.subscriptions", ({ webhooks }) =>
          webhooks.filter(({ organizationId }) => organizationIds.includes(organizationId))
        ),
      arrival: world.arrival
    })
  )
)
