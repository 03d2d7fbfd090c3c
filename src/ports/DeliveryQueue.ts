import { Context, type DateTime, type Effect, Schema } from "effect"
import type { DisabledReason, NextStep, QueuedDelivery } from "../domain/Delivery.ts"
import type { DeliveryShard } from "../domain/DeliveryShard.ts"
import type { OrganizationId } from "../domain/Ids.ts"
import type { Webhook } from "../domain/Webhook.ts"

/** How far what was recorded has been read. Only the store that made it can tell what it says. */
export const LogPlace = Schema.String.pipe(Schema.brand("LogPlace"))
export type LogPlace = typeof LogPlace.Type

/** A shard without some of its organizations. */
export interface ShardScope {
  readonly _tag: "Shard"
  readonly shard: DeliveryShard
  readonly except: ReadonlyArray<OrganizationId>
}

/** What is read: a shard, or one organization. */
export type LogScope = ShardScope | { readonly _tag: "Organization"; readonly organizationId: OrganizationId }

/** A delivery as it was recorded: nobody has attempted it, and it does not wait. */
export interface RecordedDelivery {
  readonly delivery: QueuedDelivery
  /** Where to go on to read what comes after it, of its own organization too. */
  readonly place: LogPlace
  /** Whether an earlier one of its conversation waits, and holds it back. */
  readonly isHeld: boolean
}

export interface LogSlice {
  /** In the order in which they were recorded; those of one conversation in the order of their sequence. */
  readonly deliveries: ReadonlyArray<RecordedDelivery>
  /** Where to go on. */
  readonly place: LogPlace
  /** Whether more was there when it was read. */
  readonly hasMore: boolean
  /** Nothing was read for these. The next call reads, and is to come once they are under way. */
  readonly asksAgain: boolean
  /** The subscriptions of the organizations that these are of, as they were when it was read. */
  readonly subscriptions: ReadonlyArray<Webhook>
}

/** What became of one attempt. `Done` is a success. */
export interface SettledAttempt {
  readonly delivery: QueuedDelivery
  /** Where it was tried: a subscription that has moved since is not disabled by what its old address says. */
  readonly url: string
  readonly at: DateTime.Utc
  /** Null, like the response, when no answer came. */
  readonly status: number | null
  readonly durationMillis: number
  /** The beginning of what was answered. */
  readonly response: string | null
  /** Why it was no success; empty when it was one. */
  readonly detail: string
  readonly next: NextStep | { readonly _tag: "Done" }
  readonly disables: DisabledReason | null
}

/** An organization of which something waits, and when the first of it is due. */
export interface WaitingOrganization {
  readonly organizationId: OrganizationId
  readonly dueAt: DateTime.Utc
}

/**
 * Events that still have to reach a webhook. They are recorded in the statement that records the event, and read in that
 * order, each once, by whoever attends to their shard. What cannot be attempted at once, or failed, waits; a delivery is
 * to be made until it is settled with something else than a retry.
 */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Where the shard was left: everything recorded before it was settled or waits. What an owner who died left behind in
     * the middle is in order again: what nothing holds back any more is due.
     */
    open(shard: DeliveryShard, now: DateTime.Utc): Effect.Effect<LogPlace>
    /** From now on the shard opens here. Everything before it has been settled, or waits. */
    keep(shard: DeliveryShard, place: LogPlace): Effect.Effect<void>
    /**
     * What was recorded behind the place and is to be delivered, at most `limit`. A later call from the place that it
     * gives misses nothing and repeats nothing, however long the transactions took that recorded it. Left out is what has
     * been attempted or waits, wherever it is read from, and what a subscription wanted that is no more. What other
     * processes have recorded may be left to a later call: to the next one where `arrival` has told of it, else for a
     * second.
     */
    read(scope: LogScope, place: LogPlace, limit: number): Effect.Effect<LogSlice>
    /**
     * What `read` would give, where it is at hand and nobody has to be asked for it; null where it has to be read. What
     * others have recorded and not told of is only read: whoever takes what is at hand reads every now and then.
     */
    atHand(scope: ShardScope, place: LogPlace, limit: number): LogSlice | null
    /** The organizations of the shard with an active subscription of which something waits that nothing holds back. */
    waiting(shard: DeliveryShard): Effect.Effect<ReadonlyArray<WaitingOrganization>>
    /** What waits and is due, what has been due for longest first, at most `limit`. It goes on waiting until settled. */
    due(organizationId: OrganizationId, now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<QueuedDelivery>>
    /**
     * Has deliveries wait: those that an earlier one of their conversation holds back (it waits itself, and has failed
     * less than `failuresThatHold` times) until that is over, the others are due now. Those that wait already are left as
     * they are.
     */
    park(deliveries: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Effect.Effect<void>
    /**
     * Records the attempt, as a whole or not at all. The first attempt of a delivery counts one unit of the month it
     * was made in, whatever its result (decision 34). When it held back others of its conversation and does so no more,
     * the first of those is due. When the subscription gets disabled by it, the organization's owners are told.
     */
    settle(attempt: SettledAttempt): Effect.Effect<void>
    /** The subscriptions of these organizations as they are now. */
    subscriptions(organizationIds: ReadonlyArray<OrganizationId>): Effect.Effect<ReadonlyArray<Webhook>>
    /** Waits until something may have been put into the shard since the last call. Some may come unnoticed. */
    arrival(shard: DeliveryShard): Effect.Effect<void>
  }
>()("effect-parley/ports/DeliveryQueue") {}
