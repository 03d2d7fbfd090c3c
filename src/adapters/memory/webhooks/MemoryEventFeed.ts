import { Array, DateTime, Effect, HashMap, Layer, Option } from "effect"
import type { LiveEvent } from "../../../domain/webhooks/LiveEvent.ts"
import { queueKey, queueKeyOf } from "../../../domain/webhooks/Delivery.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import {
  EventFeed,
  type EventSlice,
  type FeedPlace,
  FeedPosition,
  type FeedSlice,
  LiveFeed,
  maxSliceBytes
} from "../../../ports/webhooks/EventLog.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"
import { type LoggedEvent, asRecorded } from "./StoredDeliveries.ts"
import { withinPageBytes } from "../../../domain/text/Page.ts"

/** A position is the ordinal of the event before it. */
const positionAt = (ordinal: number): FeedPosition => FeedPosition.make(String(ordinal))

const ofOrganization = ({ events }: State, organizationId: OrganizationId): ReadonlyArray<LoggedEvent> =>
  events.filter((event) => event.organizationId === organizationId)

const asLive = ({ conversations }: State, event: LoggedEvent): LiveEvent => {
  const { conversationId, data, id, occurredAt, organizationId, type } = event
  const found = conversations.find(
    (one) => one.id === conversationId && one.organizationId === organizationId && !one.isHidden
  )
  const conversation = found === undefined ? null : { assigneeId: found.assigneeId }
  return { id, type, conversationId, occurredAt, dataJson: JSON.stringify(data), conversation }
}

const encoder = new TextEncoder()

/** The events that fit into a slice, at least one. */
const fitting = (events: ReadonlyArray<LiveEvent>): ReadonlyArray<LiveEvent> => {
  let bytes = 0
  const beyond = events.findIndex(({ dataJson }, index) => {
    bytes += encoder.encode(dataJson).length
    return index > 0 && bytes > maxSliceBytes
  })
  return beyond === -1 ? events : events.slice(0, beyond)
}

const readOne =
  (state: State, limit: number) =>
  ({ organizationId, position }: FeedPlace): FeedSlice => {
    const behind = ofOrganization(state, organizationId).filter((event) => event.position > Number(position))
    const events = fitting(behind.slice(0, limit).map((event) => asLive(state, event)))
    const hasMore = behind.length > events.length
    const last = behind[events.length - 1]
    return { events, position: last === undefined ? position : positionAt(last.position), hasMore, isHeldBack: false }
  }

const end = (state: State, organizationId: OrganizationId) => {
  const last = ofOrganization(state, organizationId).at(-1)
  return last === undefined
    ? { position: positionAt(0), last: Option.none<EventId>() }
    : { position: positionAt(last.position), last: Option.some(last.id) }
}

const behind = (state: State, organizationId: OrganizationId, id: Option.Option<EventId>) => {
  if (Option.isNone(id)) return Option.some(positionAt(0))
  const found = ofOrganization(state, organizationId).find((event) => event.id === id.value)
  return Option.map(Option.fromUndefinedOr(found), ({ position }) => positionAt(position))
}

const liveFeed = Layer.effect(
  LiveFeed,
  Effect.map(World, ({ feedSignals, read }) =>
    LiveFeed.of({
      end: (organizationId) => read("LiveFeed.end", (state) => end(state, organizationId)),
      behind: (organizationId, id) => read("LiveFeed.behind", (state) => behind(state, organizationId, id)),
      read: (positions, limit) => read("LiveFeed.read", (state) => positions.map(readOne(state, limit))),
      listen: feedSignals
    })
  )
)

const after = (
  { events }: State,
  organizationId: OrganizationId,
  id: Option.Option<EventId>,
  limit: number
): Option.Option<EventSlice> => {
  const own = events.filter((event) => event.organizationId === organizationId)
  const index = Option.isNone(id) ? -1 : own.findIndex((event) => event.id === id.value)
  if (Option.isSome(id) && index === -1) return Option.none()
  const following = own.slice(index + 1)
  const page = withinPageBytes(following.slice(0, limit).map(asRecorded), ({ data }) => data)
  return Option.some({ events: page, hasMore: following.length > page.length })
}

const lastBefore = ({ events }: State, organizationId: OrganizationId, instant: DateTime.Utc): Option.Option<EventId> =>
  Option.map(
    Array.findLast(
      events,
      (event) => event.organizationId === organizationId && DateTime.isLessThan(event.occurredAt, instant)
    ),
    ({ id }) => id
  )

const dayMillis = 24 * 60 * 60 * 1_000

/** Days since 1970, read from the time that a UUIDv7 begins with. */
const dayOf = (id: EventId): number => Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / dayMillis)

/** The days with events whose delivery is pending. */
const neededDays = ({ deferred, webhooks }: State): ReadonlySet<number> => {
  const active = new Set(webhooks.flatMap((webhook) => (webhook.status === "active" ? [queueKeyOf(webhook)] : [])))
  const needed = [...HashMap.values(deferred)].filter((row) => active.has(queueKey(row)))
  return new Set(needed.map(({ eventId }) => dayOf(eventId)))
}

const purge =
  (before: DateTime.Utc): Step<number> =>
  (state) => {
    const firstKept = Math.floor(before.epochMilliseconds / dayMillis)
    const needed = neededDays(state)
    const isGone = (id: EventId) => dayOf(id) < firstKept && !needed.has(dayOf(id))
    const events = state.events.filter(({ id }) => !isGone(id))
    return [
      Effect.succeed(state.events.length - events.length),
      {
        ...state,
        events,
        attempts: HashMap.filter(state.attempts, ([first]) => first === undefined || !isGone(first.delivery.event.id)),
        deferred: HashMap.filter(state.deferred, ({ eventId }) => !isGone(eventId))
      }
    ]
  }

const eventFeed = Layer.effect(
  EventFeed,
  Effect.map(World, ({ read, step }) =>
    EventFeed.of({
      after: (organizationId, id, limit) => read("EventFeed.after", (state) => after(state, organizationId, id, limit)),
      lastBefore: (organizationId, instant) =>
        read("EventFeed.lastBefore", (state) => lastBefore(state, organizationId, instant)),
      purge: (before) => step("EventFeed.purge", purge(before))
    })
  )
)

export const layer = Layer.mergeAll(eventFeed, liveFeed)
