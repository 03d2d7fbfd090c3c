import type { DateTime } from "effect"
import type { LinkedQueue } from "../../../collections/LinkedQueue.ts"
import type { ConversationId, EventId } from "../../../domain/Ids.ts"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { ConsumerBatch } from "../../../ports/webhooks/EventConsumers.ts"
import { type ConversationQueue, type Ordered, OrderedQueue } from "./OrderedQueue.ts"

/** Most events of a consumer in memory that are not handled. */
const maxWaiting = 256

/** Most events that are handled before an earlier one is. After a crash they are handled again. */
const maxUnsaved = 4_096

/** Most events that wait in memory for one conversation. With more they are all deferred: others need the room. */
export const maxFollowers = 8

/** A step of the cursor: all events before it have to end first. */
interface CursorStep {
  readonly cursor: OutboxCursor
  readonly at: DateTime.Utc | null
  isDone: boolean
}

/** An event in memory. A deferred one does not move the cursor. */
export class ConsumerItem implements Ordered<ConsumerItem> {
  queue: LinkedQueue<ConsumerItem> | null = null
  before: ConsumerItem | null = null
  after: ConsumerItem | null = null
  conversation: ConversationQueue<ConsumerItem> | null = null
  readonly delivery: QueuedDelivery
  readonly step: CursorStep | null

  constructor(delivery: QueuedDelivery, step: CursorStep | null) {
    this.delivery = delivery
    this.step = step
  }
}

/**
 * The events of a consumer in memory: one of each conversation is handled at a time. What happens while a query runs is
 * remembered until the next one, since its answer does not show it.
 */
export class ConsumerQueue {
  readonly #ordered = new OrderedQueue<ConsumerItem>()
  readonly #items = new Set<EventId>()
  readonly #start: (item: ConsumerItem) => void
  readonly #limit: number
  #steps: Array<CursorStep> = []
  #deferrals: Array<ConsumerItem> = []
  #completed = new Set<EventId>()
  #blocked = new Set<ConversationId>()
  /** Items of the retry queue in memory. They are due in the store until they end. */
  deferredItems = 0

  /** `start` is called with each event that may be handled now. */
  constructor(concurrency: number, start: (item: ConsumerItem) => void) {
    this.#start = start
    this.#limit = Math.max(maxWaiting, 2 * concurrency)
  }

  /** Number of events that can be added. */
  get room(): number {
    return this.#steps.length >= maxUnsaved ? 0 : Math.max(0, this.#limit - this.#items.size)
  }

  get hasDeferrals(): boolean {
    return this.#deferrals.length > 0
  }

  /** When the oldest event happened that was read and has not ended; null without one. */
  get oldestAt(): DateTime.Utc | null {
    return this.#steps.find(({ isDone }) => !isDone)?.at ?? null
  }

  /** A query begins, which shows all that has happened. */
  beginRead(): void {
    this.#completed.clear()
    this.#blocked.clear()
  }

  /** Adds events that were read behind the cursor. */
  admitNew({ cursor, events }: ConsumerBatch): void {
    for (const { cursor: behind, delivery, isHeld } of events) {
      const step: CursorStep = { cursor: behind, at: delivery.event.occurredAt, isDone: false }
      const item = new ConsumerItem(delivery, step)
      this.#steps.push(step)
      this.#items.add(delivery.event.id)
      this.#enter(item, isHeld)
    }
    this.#steps.push({ cursor, at: null, isDone: true })
  }

  /** Adds due events. Those of a busy conversation are left out; they are still due at the next reading. */
  admitDue(deliveries: ReadonlyArray<QueuedDelivery>): void {
    for (const delivery of deliveries) {
      const { conversationId, id } = delivery.event
      if (this.#items.has(id) || this.#completed.has(id)) continue
      if (this.#isBlocked(conversationId) || this.#ordered.of(conversationId) !== undefined) continue
      const item = new ConsumerItem(delivery, null)
      this.#items.add(id)
      this.deferredItems += 1
      this.#ordered.enter(item)
      this.#start(item)
    }
  }

  /** The event has ended. `holds`: it was deferred and blocks the later events of its conversation. */
  complete(item: ConsumerItem, holds: boolean): void {
    const { conversation } = item
    const { conversationId, id } = item.delivery.event
    this.#completed.add(id)
    this.#end(item)
    if (holds && conversationId !== null) this.#blocked.add(conversationId)
    const next = this.#ordered.complete(item, holds)
    if (next !== null) this.#start(next)
    else if (conversation !== null && conversation.followers.size > 0) {
      this.#deferrals.push(...this.#ordered.remove(conversation))
    }
  }

  /** The events to defer now. They end with `deferred`. */
  takeDeferrals(): ReadonlyArray<ConsumerItem> {
    const deferrals = this.#deferrals
    this.#deferrals = []
    return deferrals
  }

  deferred(items: ReadonlyArray<ConsumerItem>): void {
    for (const item of items) this.#end(item)
  }

  /** The cursor before which every event has ended; null if it has not moved. */
  takeCheckpoint(): OutboxCursor | null {
    const open = this.#steps.findIndex(({ isDone }) => !isDone)
    const done = this.#steps.splice(0, open === -1 ? this.#steps.length : open)
    return done.at(-1)?.cursor ?? null
  }

  #isBlocked(conversationId: ConversationId | null): boolean {
    return conversationId !== null && this.#blocked.has(conversationId)
  }

  #enter(item: ConsumerItem, isHeld: boolean): void {
    const { conversationId } = item.delivery.event
    const known = this.#ordered.of(conversationId)
    if (isHeld || this.#isBlocked(conversationId) || known?.hasDeferred === true) {
      this.#deferrals.push(item)
      if (known !== undefined) this.#deferFollowers(known)
    } else if (known !== undefined && known.followers.size >= maxFollowers) {
      this.#deferFollowers(known)
      this.#deferrals.push(item)
    } else if (this.#ordered.enter(item)) this.#start(item)
  }

  #deferFollowers(conversation: ConversationQueue<ConsumerItem>): void {
    conversation.hasDeferred = true
    for (let one = conversation.followers.shift(); one !== null; one = conversation.followers.shift()) {
      one.conversation = null
      this.#deferrals.push(one)
    }
  }

  #end({ delivery, step }: ConsumerItem): void {
    this.#items.delete(delivery.event.id)
    if (step === null) this.deferredItems -= 1
    else step.isDone = true
  }
}
