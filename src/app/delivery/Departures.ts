import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { ConversationId, EventId } from "../../domain/Ids.ts"
import type { Slice } from "./LogProgress.ts"

/** What is about to wait in the store. */
export interface Parting {
  readonly delivery: QueuedDelivery
  readonly slice: Slice | null
}

/**
 * What left memory since the query that is under way began, or the last one: its result may not know of it. And what left
 * to wait in the store, until it does.
 */
export class Departures {
  readonly #events = new Set<EventId>()
  readonly #conversations = new Set<ConversationId>()
  #partings: Array<Parting> = []

  /** From here on, what leaves is written down. */
  beginQuery(): void {
    this.#events.clear()
    this.#conversations.clear()
  }

  has(eventId: EventId): boolean {
    return this.#events.has(eventId)
  }

  /** Whether something of the conversation waits now, that the query may not have seen there. */
  holds(conversationId: ConversationId | null): boolean {
    return conversationId !== null && this.#conversations.has(conversationId)
  }

  /** It is recorded what became of it. */
  settle(eventId: EventId): void {
    this.#events.add(eventId)
  }

  /** Something of the conversation waits in the store from now on, and nothing of it is in memory. */
  hold(conversationId: ConversationId | null): void {
    if (conversationId !== null) this.#conversations.add(conversationId)
  }

  /** It is to wait in the store. */
  park(delivery: QueuedDelivery, slice: Slice | null): void {
    this.#events.add(delivery.event.id)
    this.hold(delivery.event.conversationId)
    this.#partings.push({ delivery, slice })
  }

  /** Everything that is to wait in the store, and does not yet. */
  take(): ReadonlyArray<Parting> {
    const partings = this.#partings
    this.#partings = []
    return partings
  }
}
