import { Context, type DateTime, type Effect, type Option, type Schema } from "effect"
import type { Event } from "../../domain/webhooks/Event.ts"
import type { ConversationId, EventId, OrganizationId } from "../../domain/Ids.ts"

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
