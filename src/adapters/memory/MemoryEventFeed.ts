import { DateTime, Effect, Layer, Option } from "effect"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventFeed, type EventSlice } from "../../ports/EventFeed.ts"
import { asRecorded } from "./asRecorded.ts"
import type { State, Step } from "./State.ts"
import { World } from "./World.ts"

const after = (
  { events }: State,
  organizationId: OrganizationId,
  id: Option.Option<EventId>,
  limit: number
): Option.Option<EventSlice> => {
  const own = events.filter((event) => event.organizationId === organizationId)
  const place = Option.isNone(id) ? -1 : own.findIndex((event) => event.id === id.value)
  if (Option.isSome(id) && place === -1) return Option.none()
  const behind = own.slice(place + 1)
  return Option.some({ events: behind.slice(0, limit).map(asRecorded), hasMore: behind.length > limit })
}

const purge =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const waiting = new Set(state.deliveries.map(({ event }) => event.id))
    const gone = new Set(
      state.events
        .filter(({ id, occurredAt }) => DateTime.isLessThan(occurredAt, before) && !waiting.has(id))
        .slice(0, limit)
        .map(({ id }) => id)
    )
    return [
      Effect.succeed(gone.size),
      {
        ...state,
        events: state.events.filter(({ id }) => !gone.has(id)),
        attempts: state.attempts.filter(({ eventId }) => !gone.has(eventId)),
        finishedDeliveries: state.finishedDeliveries.filter(({ event }) => !gone.has(event.id))
      }
    ]
  }

export const layer = Layer.effect(
  EventFeed,
  Effect.map(World, ({ read, step }) =>
    EventFeed.of({
      after: (organizationId, id, limit) => read("EventFeed.after", (state) => after(state, organizationId, id, limit)),
      purge: (before, limit) => step("EventFeed.purge", purge(before, limit))
    })
  )
)
