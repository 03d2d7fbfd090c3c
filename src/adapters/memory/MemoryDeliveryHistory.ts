import { Array, DateTime, Effect, Layer, Option } from "effect"
import {
  type DeliveryAttempt,
  type DeliveryRecord,
  maxCountedDeliveries,
  maxShownAttempts
} from "../../domain/DeliveryRecord.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type Page, type PageRequest } from "../../domain/Page.ts"
import { type DeliveryFilter, DeliveryHistory, type ReplayRange } from "../../ports/DeliveryHistory.ts"
import type { SettledAttempt } from "../../ports/DeliveryQueue.ts"
import type { LoggedEvent, State, Step } from "./State.ts"
import { World } from "./World.ts"

/** A delivery in either list. */
interface Known {
  readonly event: LoggedEvent
  readonly status: DeliveryRecord["status"]
  readonly dueAt: DateTime.Utc | null
}

/** The organization's deliveries, the newest event first. */
const known = ({ deliveries, finishedDeliveries }: State, organizationId: OrganizationId): ReadonlyArray<Known> =>
  [
    ...deliveries.map(({ dueAt, event }): Known => ({ event, status: "pending", dueAt })),
    ...finishedDeliveries.map((finished): Known => ({ ...finished, dueAt: null }))
  ]
    .filter(({ event }) => event.organizationId === organizationId)
    .sort((one, other) => (one.event.id < other.event.id ? 1 : -1))

const asAttempt = ({ at, detail, durationMillis, response, status }: SettledAttempt): DeliveryAttempt => ({
  at,
  status,
  durationMillis,
  response,
  detail
})

const asRecord = (state: State, { dueAt, event, status }: Known): DeliveryRecord => {
  const webhook = state.webhooks.find(({ organizationId }) => organizationId === event.organizationId)
  const attempts = state.attempts
    .filter(({ eventId, organizationId }) => organizationId === event.organizationId && eventId === event.id)
    .sort((one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds)
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
  const asked = known(state, organizationId).filter(isAsked({ ...filter, until: null }))
  return {
    rows: asked.slice(offsetOf(page), offsetOf(page) + page.limit).map((delivery) => asRecord(state, delivery)),
    total: Math.min(asked.length, maxCountedDeliveries)
  }
}

const again = (state: State, chosen: ReadonlyArray<Known>, now: DateTime.Utc): State => {
  const events = new Set(chosen.map(({ event }) => event))
  const replayed = state.finishedDeliveries.filter(({ event }) => events.has(event))
  return {
    ...state,
    finishedDeliveries: state.finishedDeliveries.filter(({ event }) => !events.has(event)),
    // What waits is in the order of its events.
    deliveries: [
      ...state.deliveries.map((waiting) =>
        events.has(waiting.event) ? { ...waiting, dueAt: DateTime.min(waiting.dueAt, now) } : waiting
      ),
      ...replayed.map(({ event }) => ({ event, dueAt: now, failures: 0, isReplay: true }))
    ].sort((one, other) => (one.event.id < other.event.id ? -1 : 1)),
    queued: state.queued + chosen.length
  }
}

const replay =
  (organizationId: OrganizationId, eventId: EventId, now: DateTime.Utc): Step<boolean> =>
  (state) => {
    const chosen = known(state, organizationId).filter(({ event }) => event.id === eventId)
    return [Effect.succeed(chosen.length > 0), again(state, chosen, now)]
  }

const replayRange =
  (organizationId: OrganizationId, range: ReplayRange, limit: number, now: DateTime.Utc): Step<Option.Option<number>> =>
  (state) => {
    const chosen = known(state, organizationId).filter(isAsked({ ...range, type: null }))
    return chosen.length > limit
      ? [Effect.succeedNone, state]
      : [Effect.succeedSome(chosen.length), again(state, chosen, now)]
  }

export const layer = Layer.effect(
  DeliveryHistory,
  Effect.map(World, ({ read, step }) =>
    DeliveryHistory.of({
      list: (organizationId, filter, page) =>
        read("DeliveryHistory.list", (state) => list(state, organizationId, filter, page)),
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
