import { Latch } from "effect"
import {
  deliveryKey,
  failuresThatHold,
  keyFor,
  type QueueAddress,
  type QueuedDelivery,
  type QueueKey,
  queueKey
} from "../../../domain/webhooks/Delivery.ts"
import type { DeliveryShard } from "../../../domain/webhooks/DeliveryShard.ts"
import type { OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { type Subscription, isDelivered } from "../../../domain/webhooks/Webhook.ts"
import type { AttemptOutcome, OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import { type Batch, CheckpointTracker } from "./CheckpointTracker.ts"
import type { Dispatcher } from "./Dispatcher.ts"
import type { ConversationQueue } from "./OrderedQueue.ts"
import type { ScheduledDelivery, TenantOwner, TenantQueue } from "./TenantQueue.ts"

/**
 * | Mode       | Meaning                                                            |
 * |------------|--------------------------------------------------------------------|
 * | `opening`  | Nothing is in memory. The last checkpoint is being loaded.         |
 * | `unread`   | The outbox may hold deliveries that were not read.                 |
 * | `caughtUp` | The outbox was read to its end. Due background work runs.          |
 * | `idle`     | Nothing is due. The loop waits for a signal or the next due time.  |
 * | `resync`   | Memory cannot be trusted: it is emptied, and the shard is reopened. |
 * | `released` | Another owner takes the shard. Calls in flight may still end.      |
 */
const transitions = {
  opening: { opened: "unread", invalidated: "resync", released: "released" },
  unread: { readBegun: "caughtUp", invalidated: "resync", released: "released" },
  caughtUp: { signalled: "unread", nothingDue: "idle", invalidated: "resync", released: "released" },
  idle: { signalled: "unread", woken: "caughtUp", invalidated: "resync", released: "released" },
  resync: { reopened: "opening", released: "released" },
  released: {}
} as const

export type ShardMode = keyof typeof transitions
export type ShardEvent = { [Mode in ShardMode]: keyof (typeof transitions)[Mode] }[ShardMode]

/** The mode after an event. An event that the table does not name changes nothing. */
export const nextMode = (mode: ShardMode, event: ShardEvent): ShardMode => {
  const table: Readonly<Record<ShardMode, Partial<Record<ShardEvent, ShardMode>>>> = transitions
  return table[mode][event] ?? mode
}

/** How often things are done, in milliseconds. */
const intervals = {
  /** The checkpoint is saved while deliveries are completed, and while none are. */
  checkpoint: { dirty: 5_000, clean: 60_000 },
  /** The retry queue is polled at most this often after a wake signal. */
  deferredPoll: 1_000
} as const

const dueTimes = ["outboxPoll", "subscriptions", "deferredPoll", "checkpoint", "endpoints"] as const

/** When the loop does things next, in epoch milliseconds. */
type DueTimes = Record<(typeof dueTimes)[number], number>

/** A delivery that is about to be deferred. */
interface Deferral {
  readonly delivery: QueuedDelivery
  readonly batch: Batch | null
}

/** A tenant with more deliveries than there is room for: its outbox is read apart, from its own cursor. */
export interface LaggingTenant {
  cursor: OutboxCursor
  /** The batch where it began to lag. The checkpoint stays before it. */
  readonly batch: Batch
  /** When it began to lag, in epoch milliseconds. */
  readonly since: number
  /** When to read on at the earliest, in epoch milliseconds. */
  notBefore: number
}

/** Deliveries that left memory while a query was under way: its result may still contain them. */
export interface RemovedDuringRead {
  /** By `deliveryKey`. */
  readonly events: Set<string>
  /** Conversations that have a deferred delivery since, by `keyFor`. */
  readonly conversations: Set<string>
}

/** The in-memory state of a shard at its owner. Only the owner's loop admits deliveries; calls report their outcome. */
export class ShardState implements TenantOwner {
  readonly shard: DeliveryShard
  readonly dispatcher: Dispatcher
  readonly start: (one: ScheduledDelivery) => void
  /** Opened when the loop has something to do. */
  readonly wake = Latch.makeUnsafe()
  readonly tenants = new Map<QueueKey, TenantQueue>()
  readonly lagging = new Map<OrganizationId, LaggingTenant>()
  /** When to read the due deliveries of a subscription, in epoch milliseconds. */
  readonly nextDueAt = new Map<QueueKey, number>()
  /** The subscriptions in `nextDueAt`. */
  readonly addresses = new Map<QueueKey, QueueAddress>()
  readonly due: DueTimes = {
    outboxPoll: 0,
    subscriptions: 0,
    deferredPoll: 0,
    checkpoint: 0,
    endpoints: Number.POSITIVE_INFINITY
  }
  /** The cursor behind the events that were read for endpoints; null before the first read. */
  endpointCursor: OutboxCursor | null = null
  /** Null before the shard was first opened. */
  tracker: CheckpointTracker | null = null
  #mode: ShardMode = "opening"
  #deferrals: Array<Deferral> = []
  #removed: RemovedDuringRead | null = null
  #deferredPolledAt = 0
  #checkpoint: OutboxCursor | null = null
  #checkpointAt = 0

  constructor(shard: DeliveryShard, dispatcher: Dispatcher, start: (one: ScheduledDelivery) => void) {
    this.shard = shard
    this.dispatcher = dispatcher
    this.start = start
  }

  is(mode: ShardMode): boolean {
    return this.#mode === mode
  }

  /** Whether the loop may go on. */
  get isRunning(): boolean {
    return this.#mode === "unread" || this.#mode === "caughtUp" || this.#mode === "idle"
  }

  on(event: ShardEvent): void {
    this.#mode = nextMode(this.#mode, event)
  }

  /** Deliveries may have been added to the shard. */
  signal(): void {
    this.on("signalled")
    this.due.deferredPoll = Math.min(this.due.deferredPoll, this.#deferredPolledAt + intervals.deferredPoll)
    this.wake.openUnsafe()
  }

  /** Memory cannot be trusted any more. */
  invalidate(): void {
    this.on("invalidated")
    this.wake.openUnsafe()
  }

  deferredPolled(now: number, interval: number): void {
    this.#deferredPolledAt = now
    this.due.deferredPoll = now + interval
  }

  /** Returns whether the checkpoint differs from the last saved one. */
  checkpointSaved(checkpoint: OutboxCursor, now: number): boolean {
    const isNew = this.#checkpoint !== checkpoint
    this.#checkpoint = checkpoint
    this.#checkpointAt = now
    this.due.checkpoint = Number.POSITIVE_INFINITY
    return isNew
  }

  /** The outbox is read: the cursor moves, also where nothing is found. */
  cursorMoves(): void {
    this.due.checkpoint = Math.min(this.due.checkpoint, this.#checkpointAt + intervals.checkpoint.clean)
  }

  #isDirty(): void {
    this.due.checkpoint = Math.min(this.due.checkpoint, this.#checkpointAt + intervals.checkpoint.dirty)
  }

  open(webhook: Subscription): TenantQueue {
    const tenant = this.dispatcher.open(webhook, this)
    this.tenants.set(tenant.key, tenant)
    if (!isDelivered(webhook)) this.dispatcher.pause(tenant)
    return tenant
  }

  removeIfEmpty(tenant: TenantQueue): void {
    this.dispatcher.removeIfEmpty(tenant)
    const isGone = tenant.size === 0 && this.tenants.get(tenant.key) === tenant
    if (isGone) this.tenants.delete(tenant.key)
  }

  /** Has the due deliveries of the endpoint, or else of the one webhook, read at this time or earlier. */
  readDueAt(organizationId: OrganizationId, at: number, endpointId?: WebhookId): void {
    const key = endpointId ?? organizationId
    this.nextDueAt.set(key, Math.min(at, this.nextDueAt.get(key) ?? at))
    this.addresses.set(key, endpointId === undefined ? { organizationId } : { organizationId, endpointId })
    this.wake.openUnsafe()
  }

  /** A query begins. Deliveries that leave memory from now on are noted, and those that the store does not have yet. */
  beginRead(): RemovedDuringRead {
    const removed: RemovedDuringRead = { events: new Set(), conversations: new Set() }
    this.#removed = removed
    for (const { delivery } of this.#deferrals) this.#noteDeferred(delivery)
    return removed
  }

  /** The result of the query is admitted. */
  endRead(): void {
    this.#removed = null
  }

  #noteDeferred({ endpointId, event }: QueuedDelivery): void {
    this.#removed?.events.add(keyFor(endpointId, event.id))
    if (event.conversationId !== null) this.#removed?.conversations.add(keyFor(endpointId, event.conversationId))
  }

  /** The delivery is to be deferred, and is not in memory. */
  defer(delivery: QueuedDelivery, batch: Batch | null): void {
    this.#noteDeferred(delivery)
    this.#deferrals.push({ delivery, batch })
    this.wake.openUnsafe()
  }

  /** Removes a conversation, of which nothing is being attempted, from memory; it is to be deferred. */
  deferConversation(tenant: TenantQueue, conversation: ConversationQueue<ScheduledDelivery>): void {
    for (const { batch, delivery } of this.dispatcher.removeConversation(tenant, conversation))
      this.defer(delivery, batch)
    this.removeIfEmpty(tenant)
  }

  /** Defers the deliveries of a tenant that are not being attempted. */
  deferTenant(tenant: TenantQueue): void {
    for (const { batch, delivery } of this.dispatcher.removeAll(tenant)) this.defer(delivery, batch)
    this.removeIfEmpty(tenant)
  }

  /** Forgets the deliveries of a tenant that are not being attempted: its subscription no longer exists. */
  dropTenant(tenant: TenantQueue): void {
    for (const { batch } of this.dispatcher.removeAll(tenant)) batch?.release()
    this.removeIfEmpty(tenant)
  }

  /** Whether any deferral is pending. */
  get hasDeferrals(): boolean {
    return this.#deferrals.length > 0
  }

  /** Takes the pending deferrals, in the order in which they left memory. Call `deferred` once they are stored. */
  takeDeferrals(): ReadonlyArray<Deferral> {
    const deferrals = this.#deferrals
    this.#deferrals = []
    return deferrals
  }

  deferred(deferrals: ReadonlyArray<Deferral>, now: number): void {
    for (const { batch, delivery } of deferrals) {
      batch?.release()
      this.readDueAt(delivery.organizationId, now, delivery.endpointId)
    }
    this.#isDirty()
  }

  /** The call has ended. Its outcome is about to be recorded. */
  answered(one: ScheduledDelivery, { disables, durationMillis, next }: AttemptOutcome): void {
    // No more calls go there until the subscription was read.
    if (disables !== null) this.dispatcher.pause(one.tenant)
    this.dispatcher.answered(one, { isSuccess: next._tag === "Done", millis: durationMillis })
    this.dispatcher.startSoon()
  }

  /** The outcome of the attempt is recorded. */
  completed(one: ScheduledDelivery, { at, disables, next }: AttemptOutcome): void {
    const { batch, delivery, tenant } = one
    const { endpointId, organizationId } = delivery
    const { conversationId } = delivery.event
    const now = at.epochMilliseconds
    const isRetry = next._tag === "Retry"
    this.#removed?.events.add(deliveryKey(delivery))
    const conversation = this.dispatcher.completed(one, delivery.isDeferred || isRetry)
    if (conversation !== null) this.deferConversation(tenant, conversation)
    else if (isRetry && conversationId !== null) this.#removed?.conversations.add(keyFor(endpointId, conversationId))
    if (isRetry) this.readDueAt(organizationId, next.dueAt.epochMilliseconds, endpointId)
    // The first of the deliveries that it held back is due now.
    const holdsNoLonger = !isRetry || delivery.failures + 1 >= failuresThatHold
    if (delivery.isDeferred && conversationId !== null && holdsNoLonger) this.readDueAt(organizationId, now, endpointId)
    if (disables !== null) this.due.subscriptions = 0
    batch?.release()
    this.#isDirty()
    this.removeIfEmpty(tenant)
    const hasRoom = tenant.isHalfEmpty && this.#waitsForRoom(delivery, now)
    if (disables !== null || hasRoom) this.wake.openUnsafe()
    this.dispatcher.startSoon()
  }

  #waitsForRoom(delivery: QueuedDelivery, now: number): boolean {
    const isLagging = delivery.endpointId === undefined && this.lagging.has(delivery.organizationId)
    return isLagging || (this.nextDueAt.get(queueKey(delivery)) ?? Number.POSITIVE_INFINITY) <= now
  }

  /** Invalidates the shard, because the outcome of the attempt is unknown. */
  lost(one: ScheduledDelivery): void {
    this.dispatcher.lost(one)
    this.removeIfEmpty(one.tenant)
    this.invalidate()
    this.dispatcher.startSoon()
  }

  /** Clears everything except attempts in flight and the checkpoint. */
  clear(): void {
    for (const tenant of this.tenants.values()) {
      this.dispatcher.removeAll(tenant)
      this.removeIfEmpty(tenant)
    }
    this.#deferrals = []
    this.#removed = null
    this.lagging.clear()
    this.nextDueAt.clear()
    this.addresses.clear()
    this.endpointCursor = null
  }

  /**
   * Adjusts to a wall clock that was set back to this time, in epoch milliseconds. All scheduled work becomes due. The
   * next poll of the retry queue reloads the due times of deferred deliveries.
   */
  setBack(now: number): void {
    for (const task of dueTimes) this.due[task] = now
    this.#deferredPolledAt = now
    this.#checkpointAt = now
    for (const tenant of this.tenants.values()) tenant.dueReadAt = Number.NEGATIVE_INFINITY
    for (const [organizationId, { batch, cursor }] of this.lagging)
      this.lagging.set(organizationId, { cursor, batch, since: now, notBefore: now })
  }

  /** Begins at this cursor, with nothing in memory but the attempts under way. */
  opened(cursor: OutboxCursor, now: number): CheckpointTracker {
    this.clear()
    const tracker = new CheckpointTracker(cursor)
    this.tracker = tracker
    this.due.subscriptions = now
    this.due.deferredPoll = now
    this.due.endpoints = Number.POSITIVE_INFINITY
    this.checkpointSaved(cursor, now)
    this.on("opened")
    return tracker
  }
}
