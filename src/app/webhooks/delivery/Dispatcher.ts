import { ForgettingMap } from "../../../collections/ForgettingMap.ts"
import { deliveryKey, type QueuedDelivery, type QueueKey, queueKeyOf } from "../../../domain/webhooks/Delivery.ts"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import type { Batch } from "./CheckpointTracker.ts"
import type { CallResult } from "./ConcurrencyLimiter.ts"
import type { ConversationQueue } from "./OrderedQueue.ts"
import { Receivers } from "./Receivers.ts"
import { maxInFlight, RoundRobin } from "./RoundRobin.ts"
import { ScheduledDelivery, type TenantOwner, TenantQueue } from "./TenantQueue.ts"

/** Most deliveries in memory, of all subscriptions together. */
const maxInMemory = 20_000

/**
 * The deliveries in memory of this process, and which of them may be attempted. Every operation touches only the
 * tenant, the conversation and the receiver that it is about.
 */
export class Dispatcher {
  readonly #tenants = new Map<QueueKey, TenantQueue>()
  readonly #deliveries = new ForgettingMap<string, ScheduledDelivery>()
  readonly #receivers = new Receivers<TenantQueue>()
  readonly #rounds = new RoundRobin()
  readonly #later: (task: () => void) => void
  #inFlight = 0
  #startsSoon = false

  /** `later` runs a task after everything else of this turn of the event loop. */
  constructor(later: (task: () => void) => void) {
    this.#later = later
  }

  get counts() {
    return {
      deliveries: this.#deliveries.size,
      inFlight: this.#inFlight,
      probationInFlight: this.#rounds.probationInFlight,
      tenants: this.#tenants.size,
      receivers: this.#receivers.size
    }
  }

  /** `key` is that of `deliveryKey`. */
  find(key: string): ScheduledDelivery | undefined {
    return this.#deliveries.get(key)
  }

  tenant(key: QueueKey): TenantQueue | undefined {
    return this.#tenants.get(key)
  }

  /** The queue of the subscription, a new one if needed. `removeIfEmpty` it when nothing was added. */
  open(webhook: Webhook, owner: TenantOwner): TenantQueue {
    const known = this.#tenants.get(queueKeyOf(webhook))
    if (known !== undefined) return known
    const receiver = this.#receivers.of(webhook.url)
    const tenant = new TenantQueue(owner, webhook, receiver)
    receiver.tenants += 1
    this.#tenants.set(tenant.key, tenant)
    return tenant
  }

  removeIfEmpty(tenant: TenantQueue): void {
    if (tenant.size > 0 || this.#tenants.get(tenant.key) !== tenant) return
    this.#tenants.delete(tenant.key)
    this.#detach(tenant)
  }

  /** Whether one more of its deliveries may be added. */
  hasRoom(tenant: TenantQueue): boolean {
    return tenant.size < tenant.limit && this.#deliveries.size < maxInMemory
  }

  add(delivery: QueuedDelivery, tenant: TenantQueue, batch: Batch | null): ScheduledDelivery {
    const one = new ScheduledDelivery(delivery, tenant, batch)
    this.#deliveries.set(deliveryKey(delivery), one)
    tenant.add(one)
    this.#rounds.enter(tenant)
    return one
  }

  /** Attempts of the tenant go to this subscription from now on. */
  redirect(tenant: TenantQueue, webhook: Webhook): void {
    tenant.webhook = webhook
    const receiver = this.#receivers.of(webhook.url)
    if (receiver === tenant.receiver) return
    this.#detach(tenant)
    receiver.tenants += 1
    tenant.receiver = receiver
    this.#rounds.enter(tenant)
  }

  pause(tenant: TenantQueue): void {
    tenant.isPaused = true
    this.#rounds.leave(tenant)
  }

  resume(tenant: TenantQueue): void {
    tenant.isPaused = false
    this.#rounds.enter(tenant)
  }

  /** Starts every call that may be started now. */
  startAll(): void {
    for (let one = this.next(); one !== null; one = this.next()) one.tenant.owner.start(one)
  }

  /** Starts calls once for all answers of this turn of the event loop: calls that begin together cost less. */
  startSoon(): void {
    if (this.#startsSoon) return
    this.#startsSoon = true
    this.#later(() => {
      this.#startsSoon = false
      this.startAll()
    })
  }

  /** Takes the next delivery. Null if none is ready or the limit of calls in flight is reached. */
  next(): ScheduledDelivery | null {
    if (this.#inFlight >= maxInFlight) return null
    const tenant = this.#rounds.next()
    const one = tenant?.ready.shift() ?? null
    if (tenant === null || one === null) return null
    one.receiver = tenant.receiver
    this.#inFlight += 1
    one.inFlight = this.#rounds.begin(tenant.receiver)
    this.#rounds.enter(tenant)
    return one
  }

  /** Releases the call's slot at the receiver. `result` is null if it does not concern the receiver. */
  answered(one: ScheduledDelivery, result: CallResult | null): void {
    const { inFlight, receiver } = one
    if (receiver === null) return
    one.receiver = null
    this.#rounds.end(receiver, inFlight, result)
    this.#receivers.releaseIfIdle(receiver)
  }

  /**
   * The outcome is recorded, and the delivery leaves. The next one of its conversation may be attempted, unless its
   * followers have to be deferred: it returns the conversation then.
   */
  completed(one: ScheduledDelivery, hasDeferred: boolean): ConversationQueue<ScheduledDelivery> | null {
    const { conversation, tenant } = one
    const next = tenant.conversations.complete(one, hasDeferred || tenant.isPaused)
    if (next !== null) tenant.ready.push(next)
    this.#leave(one)
    this.#rounds.enter(tenant)
    return conversation === null || next !== null || conversation.followers.size === 0 ? null : conversation
  }

  /** The outcome is unknown. The delivery leaves, and its conversation does not go on from memory. */
  lost(one: ScheduledDelivery): void {
    this.answered(one, null)
    one.tenant.conversations.complete(one, true)
    this.#leave(one)
  }

  /** Removes the deliveries of the tenant that are not being attempted, and gives them in the order of the attempts. */
  removeAll(tenant: TenantQueue): ReadonlyArray<ScheduledDelivery> {
    return this.#remove(tenant, tenant.removeAll())
  }

  /** Removes a conversation of which no delivery is being attempted. */
  removeConversation(
    tenant: TenantQueue,
    conversation: ConversationQueue<ScheduledDelivery>
  ): ReadonlyArray<ScheduledDelivery> {
    const { head } = conversation
    if (head !== null) tenant.ready.remove(head)
    const followers = tenant.conversations.remove(conversation)
    return this.#remove(tenant, head === null ? followers : [head, ...followers])
  }

  #detach(tenant: TenantQueue): void {
    this.#rounds.leave(tenant)
    tenant.receiver.tenants -= 1
    this.#receivers.releaseIfIdle(tenant.receiver)
  }

  #leave(one: ScheduledDelivery): void {
    this.#inFlight -= 1
    this.#deliveries.delete(deliveryKey(one.delivery))
    one.tenant.forget(one)
    this.removeIfEmpty(one.tenant)
  }

  #remove(tenant: TenantQueue, removed: ReadonlyArray<ScheduledDelivery>): ReadonlyArray<ScheduledDelivery> {
    for (const one of removed) {
      this.#deliveries.delete(deliveryKey(one.delivery))
      tenant.forget(one)
    }
    if (tenant.ready.size === 0) this.#rounds.leave(tenant)
    this.removeIfEmpty(tenant)
    return removed
  }
}
