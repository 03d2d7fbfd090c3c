import { Array, DateTime, Effect, HashMap, Layer, Option } from "effect"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { withinPageBytes } from "../../../domain/text/Page.ts"
import { EventFeed, type EventSlice } from "../../../ports/webhooks/EventLog.ts"
import { asRecorded } from "./asRecorded.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

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
  const active = new Set(
    webhooks.flatMap(({ organizationId, status }) => (status === "active" ? [organizationId] : []))
  )
  const needed = [...HashMap.values(deferred)].filter(({ organizationId }) => active.has(organizationId))
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
        attempts: HashMap.filter(state.attempts, (_, id) => !isGone(id)),
        deferred: HashMap.filter(state.deferred, (_, id) => !isGone(id))
      }
    ]
  }

export const layer = Layer.effect(
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
