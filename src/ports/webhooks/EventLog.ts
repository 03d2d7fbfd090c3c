import { Context, type DateTime, type Duration, type Effect, type Option, Schema, type Scope } from "effect"
import type { Event } from "../../domain/webhooks/Event.ts"
import type { ConversationId, EventId, OrganizationId } from "../../domain/Ids.ts"
import type { LiveEvent } from "../../domain/webhooks/LiveEvent.ts"

/** An event as it was recorded. */
export interface RecordedEvent {
  readonly id: EventId
  readonly type: string
  readonly conversationId: ConversationId | null
  readonly occurredAt: DateTime.Utc
  readonly data: Schema.Json
}

/** The events of an organization, in the order of recording. */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** At most `limit` events after the given one; none given: from the beginning. */
    after(
      organizationId: OrganizationId,
      id: Option.Option<EventId>,
      limit: number
    ): Effect.Effect<ReadonlyArray<RecordedEvent>>
    /**
     * Records the event, and adds it to the outbox where the subscription wants it: in the transaction of its cause, when
     * there is one.
     */
    append(event: Event): Effect.Effect<void>
    /** Appends many events of one organization, all or none. */
    appendAll(organizationId: OrganizationId, events: ReadonlyArray<Event>): Effect.Effect<void>
  }
>()("effect-parley/ports/EventLog") {}

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

/** Retention of events for readers. */
export const EventRetention = Context.Reference<Duration.Input>("effect-parley/ports/EventRetention", {
  defaultValue: () => "30 days"
})

/** A place between two events in the feed of an organization. Only the store that made it can interpret it. */
export const FeedPosition = Schema.String.pipe(Schema.brand("FeedPosition"))
export type FeedPosition = typeof FeedPosition.Type

/** A reader's position in the events of an organization. */
export interface FeedPlace {
  readonly organizationId: OrganizationId
  readonly position: FeedPosition
}

/** The events behind a place, in the order of `EventFeed`. */
export interface FeedSlice {
  readonly events: ReadonlyArray<LiveEvent>
  /** The position to continue reading from. */
  readonly position: FeedPosition
  /** Whether more was there when it was read. */
  readonly hasMore: boolean
  /** Whether recorded events are not shown yet, because others may still come before them. */
  readonly isHeldBack: boolean
}

/** Whether events of the organization may have been recorded. */
export type MayHaveEvents = (organizationId: OrganizationId) => boolean

/** The feed of events as `EventFeed` has it, by position: for readers that follow it without asking for each event. */
export class LiveFeed extends Context.Service<
  LiveFeed,
  {
    /** The place behind every event that is shown now, and the last of these events. */
    end(
      organizationId: OrganizationId
    ): Effect.Effect<{ readonly position: FeedPosition; readonly last: Option.Option<EventId> }>
    /** The place behind the event, or before every event; none when the organization has no such event. */
    behind(organizationId: OrganizationId, id: Option.Option<EventId>): Effect.Effect<Option.Option<FeedPosition>>
    /**
     * The slice after each position, in their order, all as of one instant: two positions of an organization whose
     * slices have no more events end at the same position. A slice has at most `limit` events, and fewer when more would
     * exceed `maxSliceBytes`, but at least one.
     */
    read(positions: ReadonlyArray<FeedPlace>, limit: number): Effect.Effect<ReadonlyArray<FeedSlice>>
    /**
     * Listens for recorded events, of this and of other processes, until the scope ends. The effect that it gives waits
     * until there are events since its last call, and says of which organizations. A signal may be lost.
     */
    readonly listen: Effect.Effect<Effect.Effect<MayHaveEvents>, never, Scope.Scope>
  }
>()("effect-parley/ports/LiveFeed") {}

/** Most bytes of the events of a slice. */
export const maxSliceBytes = 256 * 1_024
