import { Array, DateTime, Effect, HashMap, Layer, Option, Order, Schema } from "effect"
import { type DisabledReason } from "../../../domain/webhooks/afterRefusal.ts"
import {
  deliveryKey,
  failuresThatHold,
  keyFor,
  type QueuedDelivery,
  type QueueKey,
  queueKey,
  queueKeyOf
} from "../../../domain/webhooks/Delivery.ts"
import type { DeferredDelivery, LoggedEvent } from "./StoredDeliveries.ts"
import type { State, Step } from "../State.ts"
import { NotificationId, type OrganizationId, type WebhookId } from "../../../domain/Ids.ts"
import { monthOf } from "../../../domain/limits/MonthlyLimit.ts"
import type { Notification } from "../../../domain/access/Notification.ts"
import { isEndpoint, type Subscription, type Webhook } from "../../../domain/webhooks/Webhook.ts"
import type { EventFacts } from "../../../domain/webhooks/WebhookEndpoint.ts"
import {
  type AttemptOutcome,
  type DeferredOrganization,
  DeliveryQueue,
  type EndpointBatch,
  type OutboxBatch,
  OutboxCursor,
  type OutboxScope
} from "../../../ports/webhooks/DeliveryQueue.ts"
import { pick } from "../newest.ts"
import { withUnits } from "../sends/acceptSend.ts"
import { type DeliveryShard, shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import { World } from "../World.ts"

/** Whether the delivery blocks later deliveries of its conversation. */
const holds = ({ dueAt, failures }: DeferredDelivery): boolean => dueAt === null || failures < failuresThatHold

/** Whether an earlier delivery of its conversation blocks it. */
const isHeld = (
  deferred: State["deferred"],
  { conversationId, endpointId, sequence }: Pick<DeferredDelivery, "conversationId" | "endpointId" | "sequence">
): boolean =>
  conversationId !== null &&
  HashMap.some(
    deferred,
    (other) =>
      other.conversationId === conversationId &&
      other.endpointId === endpointId &&
      other.sequence < sequence &&
      holds(other)
  )

/** Makes those of the chosen deliveries due that are no longer blocked. */
const released = (
  deferred: State["deferred"],
  isAsked: (delivery: DeferredDelivery) => boolean,
  at: DateTime.Utc
): State["deferred"] =>
  HashMap.reduce(deferred, deferred, (after, delivery, id) =>
    delivery.dueAt === null && isAsked(delivery) && !isHeld(deferred, delivery)
      ? HashMap.set(after, id, { ...delivery, dueAt: at })
      : after
  )

/** Records the first attempt of a delivery; repeated records have no effect. */
const withAttempt = (state: State, attempt: AttemptOutcome): State => {
  const { organizationId } = attempt.delivery
  const key = deliveryKey(attempt.delivery)
  const before = HashMap.get(state.attempts, key)
  return {
    ...(Option.isNone(before) ? withUnits(state, organizationId, monthOf(attempt.at), 1) : state),
    attempts: HashMap.set(state.attempts, key, [...Option.getOrElse(before, () => []), attempt])
  }
}

/** Whether its subscription still exists. Deliveries of a removed subscription are not deferred. */
const isWanted = ({ webhooks }: State, event: LoggedEvent, endpointId: WebhookId | undefined): boolean =>
  webhooks.some(
    ({ id, organizationId }) => organizationId === event.organizationId && id === (endpointId ?? event.webhookId)
  )

const moved = (
  state: State,
  event: LoggedEvent,
  before: DeferredDelivery | undefined,
  { delivery, next }: AttemptOutcome
): State["deferred"] => {
  const key = deliveryKey(delivery)
  if (next._tag !== "Retry") return HashMap.remove(state.deferred, key)
  if (before === undefined && !isWanted(state, event, delivery.endpointId)) return state.deferred
  const { conversationId, sequence } = before ?? delivery.event
  return HashMap.set(state.deferred, key, {
    organizationId: event.organizationId,
    ...(delivery.endpointId !== undefined && { endpointId: delivery.endpointId }),
    eventId: event.id,
    conversationId,
    sequence,
    dueAt: next.dueAt,
    failures: (before ?? delivery).failures + 1
  })
}

/** If the delivery blocked its conversation and no longer does, the first blocked delivery becomes due. */
const withDeferred = (state: State, event: LoggedEvent, attempt: AttemptOutcome): State => {
  const key = deliveryKey(attempt.delivery)
  const before = Option.getOrUndefined(HashMap.get(state.deferred, key))
  const deferred = moved(state, event, before, attempt)
  const isOver = Option.match(HashMap.get(deferred, key), {
    onNone: () => true,
    onSome: ({ failures }) => failures >= failuresThatHold
  })
  return {
    ...state,
    deferred:
      isOver && before !== undefined && before.conversationId !== null
        ? released(
            deferred,
            ({ conversationId, endpointId }) =>
              conversationId === before.conversationId && endpointId === before.endpointId,
            attempt.at
          )
        : deferred
  }
}

/** Whether the attempt disables the subscription. A success may have been recorded in the meantime. */
const isDisabled = ({ failingSince }: Webhook, { disables }: AttemptOutcome): boolean =>
  disables === "gone" || (disables === "failing" && failingSince !== null)

const afterwards = (webhook: Webhook, attempt: AttemptOutcome): Webhook => ({
  ...webhook,
  failingSince: attempt.next._tag === "Done" ? null : (webhook.failingSince ?? attempt.at),
  ...(isDisabled(webhook, attempt) ? { status: "disabled", updatedAt: attempt.at } : {}),
  ...(webhook.endpoint !== undefined &&
    attempt.disables !== null && { endpoint: { ...webhook.endpoint, disabledReason: attempt.disables } })
})

/** Notifies the owners under ids that count from 1, because nothing is random in memory. */
const notifyOwners = (
  state: State,
  { at, delivery: { organizationId } }: AttemptOutcome,
  reason: DisabledReason
): State => {
  const owners = state.memberships.filter(
    (member) => member.organizationId === organizationId && member.role === "owner"
  )
  const added = owners.map(({ userId }, place): Notification => {
    const count = String(state.notifications.length + place + 1).padStart(12, "0")
    const id = NotificationId.make(`00000000-0000-8000-8000-${count}`)
    const type = "webhook.disabled"
    return { id, organizationId, userId, type, conversationId: null, reason, createdAt: at, readAt: null }
  })
  return { ...state, notifications: [...state.notifications, ...added] }
}

/** Updates the subscription only while it is enabled and has the URL of the attempt. */
const withWebhook = (state: State, attempt: AttemptOutcome): State => {
  const before = state.webhooks.find((webhook) => queueKeyOf(webhook) === queueKey(attempt.delivery))
  if (before?.url !== attempt.url || before.status !== "active") return state
  const after = afterwards(before, attempt)
  const learned = { ...state, webhooks: state.webhooks.map((webhook) => (webhook === before ? after : webhook)) }
  return after.status === "disabled" && attempt.disables !== null
    ? notifyOwners(learned, attempt, attempt.disables)
    : learned
}

/** Records the attempt and its effects; no effect if the organization has no such delivery. */
const recordAttempt = (state: State, attempt: AttemptOutcome): State =>
  pick(state.events, attempt.delivery.organizationId, attempt.delivery.event.id).pipe(
    Option.filter(({ endpointIds, webhookId }) => {
      const { endpointId } = attempt.delivery
      return endpointId === undefined ? webhookId !== null : endpointIds.includes(endpointId)
    }),
    Option.match({
      onNone: () => state,
      onSome: (event) => withWebhook(withDeferred(withAttempt(state, attempt), event, attempt), attempt)
    })
  )

/** A cursor is the number of events recorded before it. */
export const cursorAt = (position: number): OutboxCursor => OutboxCursor.make(String(position))

export const asQueued = (
  { conversationId, data, id, occurredAt, organizationId, sequence, trace, type }: LoggedEvent,
  deferred?: DeferredDelivery
): QueuedDelivery => ({
  organizationId,
  ...(deferred?.endpointId !== undefined && { endpointId: deferred.endpointId }),
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
  const subscriptions = new Map(state.webhooks.map((webhook) => [queueKeyOf(webhook), webhook.id]))
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
    subscriptions: subscriptionsOf(state, organizationIds).filter((webhook) => !isEndpoint(webhook)),
    hasEndpoints:
      scope._tag === "Shard" &&
      state.webhooks.some(
        (webhook) =>
          isEndpoint(webhook) && webhook.status !== "disabled" && shardOf(webhook.organizationId) === scope.shard
      )
  }
}

const isMessageData = Schema.is(Schema.Struct({ message_id: Schema.String }))

/** Facts of the event's conversation and of its message. */
const factsOf = (state: State, { conversationId, data, organizationId }: LoggedEvent): EventFacts => {
  const conversation = state.conversations.find(({ id }) => id === conversationId)
  const platformId = isMessageData(data) ? data.message_id : null
  const message = state.messages.find(
    (one) => one.organizationId === organizationId && platformId !== null && one.platformMessageId === platformId
  )
  return {
    channel: conversation?.channel ?? message?.channel ?? null,
    accountId: conversation?.channelAccountId ?? message?.channelAccountId ?? null,
    labels: conversation?.labels ?? [],
    campaignId: message?.annotations.campaign?.id ?? null
  }
}

const readForEndpoints = (
  state: State,
  shard: DeliveryShard,
  cursor: OutboxCursor | null,
  limit: number
): EndpointBatch => {
  const from = Number(cursor ?? Option.getOrElse(HashMap.get(state.endpointCheckpoints, shard), () => cursorAt(0)))
  const found = state.events.filter(
    ({ endpointIds, organizationId, position }) =>
      position > from && endpointIds.length > 0 && shardOf(organizationId) === shard
  )
  const events = found.slice(0, limit)
  const hasMore = found.length > limit
  return {
    events: events.map((event) => ({
      delivery: asQueued(event),
      endpointIds: event.endpointIds.filter((id) => !HashMap.has(state.attempts, keyFor(id, event.id))),
      known: factsOf(state, event)
    })),
    cursor: cursorAt(hasMore ? (events.at(-1)?.position ?? from) : state.logged),
    hasMore,
    subscriptions: subscriptionsOf(state, new Set(events.map(({ organizationId }) => organizationId)))
  }
}

const deferredOrganizations = (state: State, shard: DeliveryShard): ReadonlyArray<DeferredOrganization> => {
  const first = new Map<QueueKey, DateTime.Utc>()
  for (const row of HashMap.values(state.deferred)) {
    const { dueAt } = row
    if (dueAt === null) continue
    first.set(queueKey(row), DateTime.min(first.get(queueKey(row)) ?? dueAt, dueAt))
  }
  return state.webhooks.flatMap((webhook): ReadonlyArray<DeferredOrganization> => {
    const { id: endpointId, organizationId, status } = webhook
    const dueAt = first.get(queueKeyOf(webhook))
    const isPaused = status === "disabled" || HashMap.has(state.suspensions, organizationId)
    if (dueAt === undefined || isPaused || shardOf(organizationId) !== shard) return []
    return [isEndpoint(webhook) ? { organizationId, endpointId, dueAt } : { organizationId, dueAt }]
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
  limit: number,
  endpointId: WebhookId | undefined
): ReadonlyArray<QueuedDelivery> =>
  state.events
    .flatMap((event): ReadonlyArray<Due> => {
      if (event.organizationId !== organizationId) return []
      const row = Option.getOrUndefined(HashMap.get(state.deferred, keyFor(endpointId, event.id)))
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
    const events = new Map(state.events.map((event) => [event.id, event]))
    const all = Array.sortWith(deliveries, ({ event }) => event.sequence, Order.Number).reduce((rows, delivery) => {
      const { endpointId, failures, organizationId } = delivery
      const { conversationId, id, sequence } = delivery.event
      const event = events.get(id)
      const isRequested = event?.organizationId === organizationId && isWanted(state, event, endpointId)
      if (HashMap.has(rows, deliveryKey(delivery)) || !isRequested) return rows
      const address = endpointId === undefined ? { organizationId } : { organizationId, endpointId }
      const row = { ...address, eventId: id, conversationId, sequence, failures }
      return HashMap.set(rows, deliveryKey(delivery), { ...row, dueAt: isHeld(rows, row) ? null : now })
    }, state.deferred)
    return [Effect.void, { ...state, deferred: all }]
  }

const deferForEndpoints =
  (
    shard: DeliveryShard,
    deliveries: ReadonlyArray<QueuedDelivery>,
    cursor: OutboxCursor,
    now: DateTime.Utc
  ): Step<void> =>
  (state) => {
    const [answer, deferred] = defer(deliveries, now)(state)
    return [answer, { ...deferred, endpointCheckpoints: HashMap.set(deferred.endpointCheckpoints, shard, cursor) }]
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
      readForEndpoints: (shard, cursor, limit) =>
        world.read("DeliveryQueue.readForEndpoints", (state) => readForEndpoints(state, shard, cursor, limit)),
      deferForEndpoints: (...args) => world.step("DeliveryQueue.deferForEndpoints", deferForEndpoints(...args)),
      due: (organizationId, now, limit, endpointId) =>
        world.read("DeliveryQueue.due", (state) => due(state, organizationId, now, limit, endpointId)),
      defer: (deliveries, now) => world.step("DeliveryQueue.defer", defer(deliveries, now)),
      recordAttempt: (outcome) =>
        world.step("DeliveryQueue.recordAttempt", (state) => [Effect.void, recordAttempt(state, outcome)]),
      subscriptions: (organizationIds) =>
        world.read("DeliveryQueue.subscriptions", (state) => subscriptionsOf(state, new Set(organizationIds))),
      listen: world.listen
    })
  )
)
