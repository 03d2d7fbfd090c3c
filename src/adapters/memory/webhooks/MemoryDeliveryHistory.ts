import { Array, DateTime, Effect, HashMap, Layer, Option } from "effect"
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  deliveryBody,
  maxCountedDeliveries,
  maxShownAttempts,
  replaysPerSecond
} from "../../../domain/webhooks/DeliveryRecord.ts"
import type { EventId, OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { keyFor, queueKeyOf } from "../../../domain/webhooks/Delivery.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import { type DeliveryFilter, DeliveryHistory, type ReplayRange } from "../../../ports/webhooks/WebhookStore.ts"
import type { AttemptOutcome } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { LoggedEvent } from "./StoredDeliveries.ts"
import { withShardSignal } from "./MemoryEventLog.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

/** The endpoint whose deliveries are meant; undefined for the one webhook. */
type Receiver = WebhookId | undefined

interface Known {
  readonly event: LoggedEvent
  readonly receiver: Receiver
  readonly status: DeliveryRecord["status"]
  readonly dueAt: DateTime.Utc | null
}

const webhookOf = ({ webhooks }: State, organizationId: OrganizationId, receiver: Receiver): Webhook | undefined =>
  webhooks.find((webhook) => queueKeyOf(webhook) === (receiver ?? organizationId))

/** The attempts of the event, in the order in which they were made. */
const attemptsOf = ({ attempts }: State, key: string): ReadonlyArray<AttemptOutcome> =>
  Option.getOrElse(HashMap.get(attempts, key), (): ReadonlyArray<AttemptOutcome> => []).toSorted(
    (one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds
  )

/**
 * The delivery of the event. Empty if no webhook subscribed to it, or if it is unfinished and its webhook was removed.
 */
const asKnown = (
  state: State,
  webhook: Webhook | undefined,
  event: LoggedEvent,
  receiver: Receiver
): ReadonlyArray<Known> => {
  const key = keyFor(receiver, event.id)
  const known = { event, receiver }
  const deferred = HashMap.get(state.deferred, key)
  if (Option.isSome(deferred)) return [{ ...known, status: "pending", dueAt: deferred.value.dueAt }]
  const last = attemptsOf(state, key).at(-1)?.next._tag
  if (last === "Done") return [{ ...known, status: "delivered", dueAt: null }]
  if (last === "GiveUp") return [{ ...known, status: "failed", dueAt: null }]
  const isInOutbox = receiver === undefined && event.webhookId !== null && event.webhookId === webhook?.id
  return last === undefined && isInOutbox ? [{ ...known, status: "pending", dueAt: event.occurredAt }] : []
}

/** The organization's deliveries, newest event first. */
const known = (state: State, organizationId: OrganizationId, receiver: Receiver): ReadonlyArray<Known> => {
  const webhook = webhookOf(state, organizationId, receiver)
  return state.events
    .filter((event) => event.organizationId === organizationId)
    .flatMap((event) => asKnown(state, webhook, event, receiver))
    .sort((one, other) => (one.event.id < other.event.id ? 1 : -1))
}

const asAttempt = ({ at, detail, durationMillis, response, status }: AttemptOutcome): DeliveryAttempt => ({
  at,
  status,
  durationMillis,
  response,
  detail
})

const asRecord = (state: State, { dueAt, event, receiver, status }: Known): DeliveryRecord => {
  const webhook = webhookOf(state, event.organizationId, receiver)
  const attempts = attemptsOf(state, keyFor(receiver, event.id))
  return {
    eventId: event.id,
    type: event.type,
    status,
    createdAt: event.occurredAt,
    nextAttemptAt: webhook?.status === "active" ? dueAt : null,
    url: (status === "pending" ? undefined : attempts.at(-1)?.url) ?? webhook?.url ?? "",
    attempts: Array.takeRight(attempts, maxShownAttempts).map(asAttempt)
  }
}

const isAsked =
  ({ since, status, type, until }: DeliveryFilter & Pick<ReplayRange, "until">) =>
  (delivery: Known): boolean =>
    (status === null || delivery.status === status) &&
    (type === null || delivery.event.type === type) &&
    (since === null || DateTime.isGreaterThanOrEqualTo(delivery.event.occurredAt, since)) &&
    (until === null || DateTime.isLessThan(delivery.event.occurredAt, until))

const list = (
  state: State,
  organizationId: OrganizationId,
  filter: DeliveryFilter,
  page: PageRequest,
  receiver: Receiver
): Page<DeliveryRecord> => {
  const matches = known(state, organizationId, receiver).filter(isAsked({ ...filter, until: null }))
  return {
    rows: matches.slice(offsetOf(page), offsetOf(page) + page.limit).map((delivery) => asRecord(state, delivery)),
    total: Math.min(matches.length, maxCountedDeliveries)
  }
}

const body = (
  { events }: State,
  organizationId: OrganizationId,
  eventId: EventId,
  receiver: Receiver
): Option.Option<string> =>
  Array.findFirst(events, (event) => event.organizationId === organizationId && event.id === eventId).pipe(
    Option.flatMap(({ data, endpointIds, occurredAt, type, webhookId }) => {
      const id = receiver === undefined ? webhookId : endpointIds.find((endpointId) => endpointId === receiver)
      return Option.map(Option.fromNullishOr(id), (known) =>
        deliveryBody(known, { type, occurredAt, dataJson: JSON.stringify(data) })
      )
    })
  )

/**
 * Makes a deferred delivery due now, and defers a finished one again without an order. One in the outbox stays there.
 */
const requeued = (
  deferred: State["deferred"],
  { event, receiver, status }: Known,
  now: DateTime.Utc
): State["deferred"] => {
  const { id: eventId, organizationId, sequence } = event
  const key = keyFor(receiver, eventId)
  return Option.match(HashMap.get(deferred, key), {
    onSome: (row) => HashMap.set(deferred, key, { ...row, dueAt: DateTime.min(row.dueAt ?? now, now) }),
    onNone: () =>
      status === "pending"
        ? deferred
        : HashMap.set(deferred, key, {
            organizationId,
            ...(receiver !== undefined && { endpointId: receiver }),
            eventId,
            conversationId: null,
            sequence,
            dueAt: now,
            failures: 0
          })
  })
}

const requeue = (state: State, chosen: ReadonlyArray<Known>, now: DateTime.Utc): State => {
  const [first] = chosen
  if (first === undefined) return state
  const deferred = chosen.reduce((rows, delivery) => requeued(rows, delivery, now), state.deferred)
  return withShardSignal({ ...state, deferred }, first.event.organizationId)
}

const replay =
  (organizationId: OrganizationId, eventId: EventId, now: DateTime.Utc, receiver: Receiver): Step<boolean> =>
  (state) => {
    const chosen = known(state, organizationId, receiver).filter(({ event }) => event.id === eventId)
    return [Effect.succeed(chosen.length > 0), requeue(state, chosen, now)]
  }

/** The due time of the first deliveries of a range: now, or after the ranges replayed before. */
const firstDue = (state: State, organizationId: OrganizationId, chosen: ReadonlyArray<Known>, now: DateTime.Utc) => {
  const own = new Set(chosen.map(({ event }) => event.id))
  const replayed = [...HashMap.values(state.deferred)].filter(
    (row) =>
      row.organizationId === organizationId &&
      row.endpointId === chosen[0]?.receiver &&
      row.conversationId === null &&
      row.failures === 0 &&
      !own.has(row.eventId) &&
      DateTime.isGreaterThan(row.dueAt ?? now, DateTime.subtract(now, { seconds: 1 }))
  )
  return replayed.reduce((at, { dueAt }) => DateTime.max(at, DateTime.add(dueAt ?? now, { seconds: 1 })), now)
}

/** Makes at most `replaysPerSecond` of them due in each second, oldest first. */
const requeueAtRate = (
  state: State,
  organizationId: OrganizationId,
  chosen: ReadonlyArray<Known>,
  now: DateTime.Utc
) => {
  const first = firstDue(state, organizationId, chosen, now)
  return Array.chunksOf(chosen.toReversed(), replaysPerSecond).reduce(
    (changed, some, seconds) => requeue(changed, some, DateTime.add(first, { seconds })),
    state
  )
}

const replayRange =
  (
    organizationId: OrganizationId,
    range: ReplayRange,
    limit: number,
    now: DateTime.Utc,
    receiver: Receiver
  ): Step<Option.Option<number>> =>
  (state) => {
    const chosen = known(state, organizationId, receiver).filter(isAsked({ ...range, type: null }))
    return chosen.length > limit
      ? [Effect.succeedNone, state]
      : [Effect.succeedSome(chosen.length), requeueAtRate(state, organizationId, chosen, now)]
  }

export const layer = Layer.effect(
  DeliveryHistory,
  Effect.map(World, ({ read, step }) =>
    DeliveryHistory.of({
      list: (organizationId, filter, page, endpointId) =>
        read("DeliveryHistory.list", (state) => list(state, organizationId, filter, page, endpointId)),
      body: (organizationId, eventId, endpointId) =>
        read("DeliveryHistory.body", (state) => body(state, organizationId, eventId, endpointId)),
      find: (organizationId, eventId, endpointId) =>
        read("DeliveryHistory.find", (state) =>
          Option.fromUndefinedOr(
            known(state, organizationId, endpointId).find(({ event }) => event.id === eventId)
          ).pipe(Option.map((delivery) => asRecord(state, delivery)))
        ),
      replay: (organizationId, eventId, now, endpointId) =>
        step("DeliveryHistory.replay", replay(organizationId, eventId, now, endpointId)),
      replayRange: (organizationId, range, limit, now, endpointId) =>
        step("DeliveryHistory.replayRange", replayRange(organizationId, range, limit, now, endpointId))
    })
  )
)
