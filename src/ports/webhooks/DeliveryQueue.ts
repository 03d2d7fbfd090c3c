import { Context, type DateTime, type Effect, Schema, type Scope } from "effect"
import type { QueuedDelivery } from "../../domain/webhooks/Delivery.ts"
import type { DisabledReason, NextStep } from "../../domain/webhooks/afterRefusal.ts"
import type { DeliveryShard } from "../../domain/webhooks/DeliveryShard.ts"
import type { OrganizationId, WebhookId } from "../../domain/Ids.ts"
import type { Subscription } from "../../domain/webhooks/Webhook.ts"

/** A position in an outbox. Only the store that made it can interpret it. */
export const OutboxCursor = Schema.String.pipe(Schema.brand("OutboxCursor"))
export type OutboxCursor = typeof OutboxCursor.Type

/** The scope of a reading: a shard without some of its organizations, or one organization. */
export type OutboxScope =
  | { readonly _tag: "Shard"; readonly shard: DeliveryShard; readonly except: ReadonlyArray<OrganizationId> }
  | { readonly _tag: "Organization"; readonly organizationId: OrganizationId }

/** A delivery that has not been attempted and is not deferred. */
export interface OutboxDelivery {
  readonly delivery: QueuedDelivery
  /** The cursor to continue reading after this delivery, also of its organization alone. */
  readonly cursor: OutboxCursor
  /** Whether an earlier delivery of its conversation is deferred and holds it back. */
  readonly isHeld: boolean
}

/** Deliveries that were read from the outbox together. */
export interface OutboxBatch {
  /** In the order in which they were recorded; those of one conversation in the order of their sequence. */
  readonly deliveries: ReadonlyArray<OutboxDelivery>
  /** The cursor to continue reading from. */
  readonly cursor: OutboxCursor
  /** Whether more was there when it was read. */
  readonly hasMore: boolean
  /** The one webhooks of the organizations of these deliveries, as they were when it was read. */
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Whether an organization of the shard has an active endpoint; false where one organization is read. */
  readonly hasEndpoints: boolean
}

/** A recorded event that endpoints subscribe to. */
export interface EndpointEvent {
  /** The delivery, without an endpoint. */
  readonly delivery: QueuedDelivery
  /** Active endpoints that subscribed to its type when it was recorded, without those that it has an attempt for. */
  readonly endpointIds: ReadonlyArray<WebhookId>
  /** Facts of its conversation as it is now, and of its message. */
  readonly known: {
    readonly channel: string | null
    readonly accountId: string | null
    readonly labels: ReadonlyArray<string>
    readonly campaignId: string | null
  }
}

/** Events for endpoints that were read together. */
export interface EndpointBatch {
  /** In the order in which they were recorded. */
  readonly events: ReadonlyArray<EndpointEvent>
  /** The cursor to continue reading from. */
  readonly cursor: OutboxCursor
  /** Whether more may have been there when it was read. */
  readonly hasMore: boolean
  /** The subscriptions of the organizations of these events, as they are now. */
  readonly subscriptions: ReadonlyArray<Subscription>
}

/** The result of one attempt. `Done` is a success. */
export interface AttemptOutcome {
  readonly delivery: QueuedDelivery
  /** The address that was called: a subscription that has moved since is not disabled by its old address. */
  readonly url: string
  readonly at: DateTime.Utc
  /** Null, like the response, when no answer came. */
  readonly status: number | null
  readonly durationMillis: number
  /** The beginning of the answer. */
  readonly response: string | null
  /** Why it was no success; empty for a success. */
  readonly detail: string
  readonly next: NextStep | { readonly _tag: "Done" }
  readonly disables: DisabledReason | null
}

/** A subscription with deferred deliveries, and when the first of them is due. */
export interface DeferredOrganization {
  readonly organizationId: OrganizationId
  /** Absent for the one webhook. */
  readonly endpointId?: WebhookId
  readonly dueAt: DateTime.Utc
}

/**
 * Events that still have to reach a webhook. The statement that records an event also adds it to the outbox. The owner
 * of its shard reads it from there, in that order and once. A delivery that fails, or cannot be attempted soon, goes to
 * the retry queue. A delivery is to be made until an outcome other than a retry is recorded.
 *
 * Deliveries to endpoints begin in the retry queue. The owner reads events that endpoints subscribe to from a cursor of their
 * own, and adds a delivery for each endpoint whose filter the event passes.
 */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * The last checkpoint of the shard: every delivery before it has an outcome or is deferred. Repairs the unfinished
     * work of a former owner that died: a deferred delivery that is no longer blocked becomes due.
     */
    open(shard: DeliveryShard, now: DateTime.Utc): Effect.Effect<OutboxCursor>
    /** `open` gives this cursor from now on. Every delivery before it has an outcome, or is deferred. */
    saveCheckpoint(shard: DeliveryShard, cursor: OutboxCursor): Effect.Effect<void>
    /**
     * The deliveries recorded behind the cursor, at most `limit`. A later call from the cursor that it gives misses
     * nothing and repeats nothing, however long the recording transactions took. Leaves out deliveries that have an
     * attempt or are deferred, and those for a subscription that no longer exists.
     */
    read(scope: OutboxScope, cursor: OutboxCursor, limit: number): Effect.Effect<OutboxBatch>
    /**
     * Events for endpoints of the shard behind the cursor, at most `limit`; with null behind the cursor that was saved
     * last. A later call from the cursor that it gives misses nothing and repeats nothing.
     */
    readForEndpoints(shard: DeliveryShard, cursor: OutboxCursor | null, limit: number): Effect.Effect<EndpointBatch>
    /** Adds deliveries to endpoints to the retry queue, as `defer` does, and saves the cursor behind them: both or neither. */
    deferForEndpoints(
      shard: DeliveryShard,
      deliveries: ReadonlyArray<QueuedDelivery>,
      cursor: OutboxCursor,
      now: DateTime.Utc
    ): Effect.Effect<void>
    /**
     * The active subscriptions of the shard with a deferred delivery that is not blocked, without those of suspended
     * organizations.
     */
    deferredOrganizations(shard: DeliveryShard): Effect.Effect<ReadonlyArray<DeferredOrganization>>
    /**
     * Deferred deliveries that are due, the longest due first, at most `limit`: those to the endpoint, or else to the one
     * webhook. They stay deferred until an outcome is recorded.
     */
    due(
      organizationId: OrganizationId,
      now: DateTime.Utc,
      limit: number,
      endpointId?: WebhookId
    ): Effect.Effect<ReadonlyArray<QueuedDelivery>>
    /**
     * Adds deliveries to the retry queue. A delivery is held back while an earlier one of its conversation is deferred
     * and has failed less than `failuresThatHold` times; the others are due now. Already deferred ones stay as they
     * are.
     */
    defer(deliveries: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Effect.Effect<void>
    /**
     * Records the outcome of an attempt, as a whole or not at all. The first attempt of a delivery counts one unit of
     * the month it was made in, whatever its result (contract: The monthly counter). When the delivery no longer blocks
     * others of its conversation, the first of those becomes due. When it disables the subscription, the organization's
     * owners get a notification.
     */
    recordAttempt(outcome: AttemptOutcome): Effect.Effect<void>
    /** The present subscriptions of these organizations, endpoints too. */
    subscriptions(organizationIds: ReadonlyArray<OrganizationId>): Effect.Effect<ReadonlyArray<Subscription>>
    /**
     * Calls `wake` whenever deliveries may have been added to the shard, until the scope ends. A signal may be lost. `wake`
     * must not throw.
     */
    listen(shard: DeliveryShard, wake: () => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/ports/DeliveryQueue") {}

/** Which shards of deliveries this process owns. */
export class ShardAssignment extends Context.Service<
  ShardAssignment,
  {
    /**
     * Runs the effect for every shard as long as this process owns it, until the scope ends. No other process runs it for
     * that shard meanwhile. The effect is interrupted when the shard goes to another process, which waits for its end. A
     * process that dies or stands still loses its shards within 8 seconds.
     */
    run<R>(
      runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Number of shards that no process owns now. A process without a shard is idle if it is 0, and stuck otherwise. */
    readonly unowned: Effect.Effect<number>
  }
>()("effect-parley/ports/ShardAssignment") {}

/** Timing of the owner of a delivery shard, in milliseconds. */
export interface DeliveryTiming {
  /**
   * How often the outbox and the retry queue are polled without a wake signal. Infinity where no other process adds
   * deliveries: then only due times wake the owner.
   */
  readonly pollInterval: number
  /** How long calls in flight may take when a shard is released. Then they are interrupted, and made again. */
  readonly shutdownPatience: number
}

/** Polls every 2 seconds and waits 8 seconds at the end, unless another timing is given. */
export const DeliveryTiming = Context.Reference<DeliveryTiming>("effect-parley/ports/DeliveryTiming", {
  defaultValue: () => ({ pollInterval: 2_000, shutdownPatience: 8_000 })
})
