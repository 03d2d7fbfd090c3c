import { Context, type DateTime, type Effect, type Option } from "effect"
import type { EventId, OrganizationId } from "../domain/Ids.ts"
import type { RecordedEvent } from "./EventLog.ts"

/** Some events in their order, and whether others are there behind them already. */
export interface EventSlice {
  readonly events: ReadonlyArray<RecordedEvent>
  readonly hasMore: boolean
}

/** The events of an organization for those who read them one after the other and remember how far they came. */
export class EventFeed extends Context.Service<
  EventFeed,
  {
    /**
     * At most `limit` events after the given one, or from the beginning; none when the organization has no such event.
     * Whoever goes on after the last one they got misses nothing: an event is shown once no other can come before it,
     * which may be a moment after it was recorded.
     */
    after(
      organizationId: OrganizationId,
      id: Option.Option<EventId>,
      limit: number
    ): Effect.Effect<Option.Option<EventSlice>>
    /**
     * Forgets events of all organizations that happened and were recorded before the instant, at most `limit`, each with
     * what became of its delivery; never one whose delivery still waits. Gives back how many.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/EventFeed") {}
