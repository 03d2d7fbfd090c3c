import { Context, type Effect, type Option, Schema, type Scope } from "effect"
import type { LiveEvent } from "../../domain/webhooks/LiveEvent.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"

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
