import { type Linked, LinkedQueue } from "../../../collections/LinkedQueue.ts"
import { type QueuedDelivery, type QueueKey, queueKeyOf } from "../../../domain/webhooks/Delivery.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import type { Batch } from "./CheckpointTracker.ts"
import { type ConversationQueue, type Ordered, OrderedQueue } from "./OrderedQueue.ts"
import type { Receiver } from "./Receivers.ts"

/** Maximum deliveries of a subscription in memory. */
export const maxPerTenant = 256

/** Maximum deliveries of a subscription in memory if its receiver is slow. */
export const maxPerSlowTenant = 16

/** A delivery in memory. */
export class ScheduledDelivery implements Ordered<ScheduledDelivery> {
  queue: LinkedQueue<ScheduledDelivery> | null = null
  before: ScheduledDelivery | null = null
  after: ScheduledDelivery | null = null

  readonly delivery: QueuedDelivery
  readonly tenant: TenantQueue
  /** Null for a deferred delivery, and after a resync. */
  batch: Batch | null
  /** Null when it has no conversation. */
  conversation: ConversationQueue<ScheduledDelivery> | null = null
  /** The receiver that is being called. */
  receiver: Receiver<TenantQueue> | null = null
  /** Calls in flight to the receiver when its own began, with it. */
  inFlight = 0

  constructor(delivery: QueuedDelivery, tenant: TenantQueue, batch: Batch | null) {
    this.delivery = delivery
    this.tenant = tenant
    this.batch = batch
  }
}

/** Starts the call of a delivery when it is its turn. */
export interface TenantOwner {
  start(delivery: ScheduledDelivery): void
}

/** The deliveries of one subscription in memory. */
export class TenantQueue implements Linked<TenantQueue> {
  queue: LinkedQueue<TenantQueue> | null = null
  before: TenantQueue | null = null
  after: TenantQueue | null = null

  readonly key: QueueKey
  readonly owner: TenantOwner
  /** The subscription as it was last read. */
  webhook: Webhook
  receiver: Receiver<TenantQueue>
  /** No call is started while the subscription is not active, or the organization is suspended. */
  isPaused = false
  /** Deliveries that may be attempted as soon as there is room. */
  readonly ready = new LinkedQueue<ScheduledDelivery>()
  readonly conversations = new OrderedQueue<ScheduledDelivery>()
  /** All deliveries, also those being attempted or recorded. */
  size = 0
  /** Those of them that are deferred. */
  deferred = 0
  /** When its due deliveries were last read, in epoch milliseconds. */
  dueReadAt = Number.NEGATIVE_INFINITY

  constructor(owner: TenantOwner, webhook: Webhook, receiver: Receiver<TenantQueue>) {
    this.key = queueKeyOf(webhook)
    this.owner = owner
    this.webhook = webhook
    this.receiver = receiver
  }

  get organizationId(): OrganizationId {
    return this.webhook.organizationId
  }

  get isSlow(): boolean {
    return this.receiver.limiter.isSlow
  }

  get limit(): number {
    return this.isSlow ? maxPerSlowTenant : maxPerTenant
  }

  /** Whether reading more is worth a query. */
  get isHalfEmpty(): boolean {
    return this.size * 2 <= this.limit
  }

  add(one: ScheduledDelivery): void {
    this.size += 1
    if (one.delivery.isDeferred) this.deferred += 1
    if (this.conversations.enter(one)) this.ready.push(one)
  }

  /** Counts a delivery out that is in no queue any more. */
  forget(one: ScheduledDelivery): void {
    this.size -= 1
    if (one.delivery.isDeferred) this.deferred -= 1
  }

  /** Removes everything that is not being attempted, and gives it in the order of the attempts. */
  removeAll(): ReadonlyArray<ScheduledDelivery> {
    const removed: Array<ScheduledDelivery> = []
    for (let one = this.ready.shift(); one !== null; one = this.ready.shift()) {
      removed.push(one)
      if (one.conversation !== null) removed.push(...this.conversations.remove(one.conversation))
    }
    removed.push(...this.conversations.removeFollowers())
    return removed
  }
}
