import { Context, type DateTime, type Effect, type Option } from "effect"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import type { RecordedEvent } from "./EventLog.ts"

/** Some events in their order, and whether others are there behind them already. */
export interface EventSlice {
  readonly events: ReadonlyArray<RecordedEvent>
  readonly hasMore: boolean
}

/** The events of an organization for readers that remember how far they came. */
export class EventFeed extends Context.Service<
  EventFeed,
  {
    /**
     * At most `limit` events after the given one, or from the beginning; none when the organization has no such event.
     * Fewer when more would exceed `maxPageBytes`, but at least one. A reader that continues after the last event it
     * got misses nothing: an event is shown once no other can come before it, which may be a moment after it was
     * recorded.
     */
    after(
      organizationId: OrganizationId,
      id: Option.Option<EventId>,
      limit: number
    ): Effect.Effect<Option.Option<EventSlice>>
    /**
     * The last event before the instant, by the times of events and their ids; none if none is stored. Events that are
     * recorded within seconds of each other may be in a different order in the feed.
     */
    lastBefore(organizationId: OrganizationId, instant: DateTime.Utc): Effect.Effect<Option.Option<EventId>>
    /**
     * Forgets whole days (UTC, by the time in the events' ids) of all organizations that lie before the instant, with the
     * attempts of their deliveries, but no day with a deferred delivery of an active subscription. Gives how many events.
     */
    purge(before: DateTime.Utc): Effect.Effect<number>
  }
>()("effect-parley/ports/EventFeed") {}
