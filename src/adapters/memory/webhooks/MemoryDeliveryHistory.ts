import { Array, DateTime, Effect, HashMap, Layer, Option } from "effect"
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  deliveryBody,
  maxCountedDeliveries,
  maxShownAttempts,
  replaysPerSecond
} from "../../../domain/webhooks/DeliveryRecord.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import { type DeliveryFilter, DeliveryHistory, type ReplayRange } from "../../../ports/webhooks/WebhookStore.ts"
import type { AttemptOutcome } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { LoggedEvent } from "./StoredDeliveries.ts"
import { withShardSignal } from "./MemoryEventLog.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

interface Known {
  readonly event: LoggedEvent
  readonly status: DeliveryRecord["status"]
  readonly dueAt: DateTime.Utc | null
}

const webhookOf = ({ webhooks }: State, organizationId: OrganizationId): Webhook | undefined =>
  webhooks.find((webhook) => webhook.organizationId === organizationId)

/** The attempts of the event, in the order in which they were made. */
const attemptsOf = ({ attempts }: State, id: EventId): ReadonlyArray<AttemptOutcome> =>
  Option.getOrElse(HashMap.get(attempts, id), (): ReadonlyArray<AttemptOutcome> => []).toSorted(
    (one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds
  )

/**
 * The delivery of the event. Empty if no webhook subscribed to it, or if it is unfinished and its webhook was removed.
 */
const asKnown = (state: State, webhook: Webhook | undefined, event: LoggedEvent): ReadonlyArray<Known> => {
  const deferred = HashMap.get(state.deferred, event.id)
  if (Option.isSome(deferred)) return [{ event, status: "pending", dueAt: deferred.value.dueAt }]
  const last = attemptsOf(state, event.id).at(-1)?.next._tag
  if (last === "Done") return [{ event, status: "delivered", dueAt: null }]
  if (last === "GiveUp") return [{ event, status: "failed", dueAt: null }]
  return last === undefined && event.webhookId !== null && event.webhookId === webhook?.id
    ? [{ event, status: "pending", dueAt: event.occurredAt }]
    : []
}

/** The organization's deliveries, newest event first. */
const known = (state: State, organizationId: OrganizationId): ReadonlyArray<Known> => {
  const webhook = webhookOf(state, organizationId)
  return state.events
    .filter((event) => event.organizationId === organizationId)
    .flatMap((event) => asKnown(state, webhook, event))
    .sort((one, other) => (one.event.id < other.event.id ? 1 : -1))
}

const asAttempt = ({ at, detail, durationMillis, response, status }: AttemptOutcome): DeliveryAttempt => ({
  at,
  status,
  durationMillis,
  response,
  detail
})

const asRecord = (state: State, { dueAt, event, status }: Known): DeliveryRecord => {
  const webhook = webhookOf(state, event.organizationId)
  const attempts = attemptsOf(state, event.id)
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
  page: PageRequest
): Page<DeliveryRecord> => {
  const matches = known(state, organizationId).filter(isAsked({ ...filter, until: null }))
  return {
    rows: matches.slice(offsetOf(page), offsetOf(page) + page.limit).map((delivery) => asRecord(state, delivery)),
    total: Math.min(matches.length, maxCountedDeliveries)
  }
}

const body = ({ events }: State, organizationId: OrganizationId, eventId: EventId): Option.Option<string> =>
  Array.findFirst(events, (event) => event.organizationId === organizationId && event.id === eventId).pipe(
    Option.flatMap(({ data, occurredAt, type, webhookId }) =>
      Option.map(Option.fromNullOr(webhookId), (id) =>
        deliveryBody(id, { type, occurredAt, dataJson: JSON.stringify(data) })
      )
    )
  )

/**
 * Makes a deferred delivery due now, and defers a finished one again without an order. One in the outbox stays there.
 */
const requeued = (deferred: State["deferred"], { event, status }: Known, now: DateTime.Utc): State["deferred"] => {
  const { id: eventId, organizationId, sequence } = event
  return Option.match(HashMap.get(deferred, eventId), {
    onSome: (row) => HashMap.set(deferred, eventId, { ...row, dueAt: DateTime.min(row.dueAt ?? now, now) }),
    onNone: () =>
      status === "pending"
        ? deferred
        : HashMap.set(deferred, eventId, {
            organizationId,
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
  (organizationId: OrganizationId, eventId: EventId, now: DateTime.Utc): Step<boolean> =>
  (state) => {
    const chosen = known(state, organizationId).filter(({ event }) => event.id === eventId)
    return [Effect.succeed(chosen.length > 0), requeue(state, chosen, now)]
  }

/** The due time of the first deliveries of a range: now, or after the ranges replayed before. */
const firstDue = (state: State, organizationId: OrganizationId, chosen: ReadonlyArray<Known>, now: DateTime.Utc) => {
  const own = new Set(chosen.map(({ event }) => event.id))
  const replayed = [...HashMap.values(state.deferred)].filter(
    (row) =>
      row.organizationId === organizationId &&
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
  (organizationId: OrganizationId, range: ReplayRange, limit: number, now: DateTime.Utc): Step<Option.Option<number>> =>
  (state) => {
    const chosen = known(state, organizationId).filter(isAsked({ ...range, type: null }))
    return chosen.length > limit
      ? [Effect.succeedNone, state]
      : [Effect.succeedSome(chosen.length), requeueAtRate(state, organizationId, chosen, now)]
  }

export const layer = Layer.effect(
  DeliveryHistory,
  Effect.map(World, ({ read, step }) =>
    DeliveryHistory.of({
      list: (organizationId, filter, page) =>
        read("DeliveryHistory.list", (state) => list(state, organizationId, filter, page)),
      body: (organizationId, eventId) => read("DeliveryHistory.body", (state) => body(state, organizationId, eventId)),
      find: (organizationId, eventId) =>
        read("DeliveryHistory.find", (state) =>
          Option.fromUndefinedOr(known(state, organizationId).find(({ event }) => event.id === eventId)).pipe(
            Option.map((delivery) => asRecord(state, delivery))
          )
        ),
      replay: (organizationId, eventId, now) => step("DeliveryHistory.replay", replay(organizationId, eventId, now)),
      replayRange: (organizationId, range, limit, now) =>
        step("DeliveryHistory.replayRange", replayRange(organizationId, range, limit, now))
    })
  )
)
