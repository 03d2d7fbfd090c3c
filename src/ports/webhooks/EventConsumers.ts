import { Context, type DateTime, type Duration, type Effect, type Option, type Scope } from "effect"
import type { NextStep } from "../../domain/webhooks/afterRefusal.ts"
import type { QueuedDelivery } from "../../domain/webhooks/Delivery.ts"
import type {
  ConsumerFilter,
  ConsumerName,
  ConsumerStart,
  ConsumerStatus,
  DeadLetter
} from "../../domain/webhooks/EventConsumer.ts"
import type { EventId } from "../../domain/Ids.ts"
import type { OutboxCursor } from "./DeliveryQueue.ts"

/** An event that a consumer has not handled. */
export interface UnhandledEvent {
  readonly delivery: QueuedDelivery
  /** The cursor to continue reading after this event. */
  readonly cursor: OutboxCursor
  /** Whether an earlier event of its conversation blocks it, or its organization is suspended. */
  readonly isHeld: boolean
}

/** Events that were read together. */
export interface ConsumerBatch {
  /** In the order in which they were recorded. Deferred events and those outside of the filter are left out. */
  readonly events: ReadonlyArray<UnhandledEvent>
  /** The cursor to continue reading from. */
  readonly cursor: OutboxCursor
  /** Whether more may have been there when it was read. */
  readonly hasMore: boolean
}

/** A failure of the handler. */
export interface HandlerFailure {
  readonly delivery: QueuedDelivery
  readonly at: DateTime.Utc
  readonly error: string
  readonly next: NextStep
}

/** Dead letters of a consumer: one, or all. */
export interface DeadLetterChoice {
  readonly name: ConsumerName
  readonly eventId: EventId | null
}

/**
 * The consumers of events inside of programs, with the position of each. One owner at a time handles the events of a
 * consumer, under a lease. Events that failed, or have to wait, are stored with their data until they are handled.
 */
export class EventConsumers extends Context.Service<
  EventConsumers,
  {
    /** Adds the consumer unless it exists. From then on, events of a conversation are numbered in their order. */
    register(name: ConsumerName, from: ConsumerStart): Effect.Effect<void>
    /**
     * Makes `owner` the owner of the consumer for the duration, or renews its lease. None if another owner has a lease,
     * or the consumer does not exist. Gives the saved cursor.
     */
    claim(name: ConsumerName, owner: string, lease: Duration.Duration): Effect.Effect<Option.Option<OutboxCursor>>
    /** Ends the lease, if the owner has it. */
    release(name: ConsumerName, owner: string): Effect.Effect<void>
    /** `claim` gives this cursor from now on. Gives whether the owner still has the consumer; else it changes nothing. */
    save(name: ConsumerName, owner: string, cursor: OutboxCursor): Effect.Effect<boolean>
    /** Makes events due that no earlier event blocks any more: a former owner may have died before it did so. */
    repair(name: ConsumerName, now: DateTime.Utc): Effect.Effect<void>
    /**
     * The events behind the cursor, of at most `limit` recorded ones. A later call from the cursor that it gives misses
     * nothing and repeats nothing, however long the recording transactions took.
     */
    read(name: ConsumerName, filter: ConsumerFilter, cursor: OutboxCursor, limit: number): Effect.Effect<ConsumerBatch>
    /**
     * Stores events to handle later. An event is blocked while an earlier one of its conversation holds it; the others
     * are due now. Already deferred ones stay as they are.
     */
    defer(name: ConsumerName, events: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Effect.Effect<void>
    /** The first instant at which a deferred event of an organization that is not suspended is due. */
    nextDue(name: ConsumerName): Effect.Effect<Option.Option<DateTime.Utc>>
    /** Deferred events that are due, the longest due first, at most `limit`, without those of suspended organizations. */
    due(name: ConsumerName, now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<QueuedDelivery>>
    /**
     * Stores the event with its failure: due later, or as a dead letter. When it blocks no other event, the next one
     * of its conversation becomes due. Events of a deleted organization are dropped.
     */
    fail(name: ConsumerName, failure: HandlerFailure): Effect.Effect<void>
    /** Removes a deferred event that was handled. The next one of its conversation becomes due. */
    finish(name: ConsumerName, delivery: QueuedDelivery, now: DateTime.Utc): Effect.Effect<void>
    /** Calls `wake` whenever events may have been recorded, until the scope ends. A signal may be lost. */
    listen(wake: () => void): Effect.Effect<void, never, Scope.Scope>
    /** Every consumer, by name. */
    list(now: DateTime.Utc): Effect.Effect<ReadonlyArray<ConsumerStatus>>
    /** Dead letters of the consumer, the newest first, at most `limit`. */
    deadLetters(name: ConsumerName, limit: number): Effect.Effect<ReadonlyArray<DeadLetter>>
    /** Makes dead letters due now, with all their retries and in no conversation's order. Gives how many. */
    replay(choice: DeadLetterChoice, now: DateTime.Utc): Effect.Effect<number>
    /** Removes dead letters. Gives how many. */
    discard(choice: DeadLetterChoice): Effect.Effect<number>
    /** Removes the consumer with its position and its deferred events. Gives whether it existed. */
    remove(name: ConsumerName): Effect.Effect<boolean>
    /** Removes the dead letters from before the instant. Gives how many. */
    purge(before: DateTime.Utc): Effect.Effect<number>
  }
>()("effect-parley/ports/EventConsumers") {}
