import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { ConversationId, EventId } from "../../domain/Ids.ts"
import type { Slice } from "./LogProgress.ts"

/** What is about to wait in the store. */
export interface Parting {
  readonly delivery: QueuedDelivery
  readonly slice: Slice | null
}

/** What left memory since a query began: its result may not know of it. */
export class DeparturesSince {
  readonly #events = new Set<EventId>()
  readonly #conversations = new Set<ConversationId>()

  has(eventId: EventId): boolean {
    return this.#events.has(eventId)
  }

  /** Whether something of the conversation waits now, that the query may not have seen there. */
  holds(conversationId: ConversationId | null): boolean {
    return conversationId !== null && this.#conversations.has(conversationId)
  }

  add(eventId: EventId): void {
    this.#events.add(eventId)
  }

  hold(conversationId: ConversationId | null): void {
    if (conversationId !== null) this.#conversations.add(conversationId)
  }
}

/** What leaves memory, as far as queries that are under way have to know of it; and what leaves to wait in the store. */
export class Departures {
  #queries: ReadonlyArray<DeparturesSince> = []
  /** What the store does not have yet, in the order in which it left. */
  #partings: Array<Parting> = []
  /** What the store is being told of, by what was taken at once. */
  #onTheirWay: ReadonlyArray<ReadonlyArray<Parting>> = []

  /** From here on what leaves is written down, until the query ends; and what left, and does not wait in the store yet. */
  beginQuery(): DeparturesSince {
    const query = new DeparturesSince()
    for (const partings of [...this.#onTheirWay, this.#partings]) {
      for (const { delivery } of partings) {
        query.add(delivery.event.id)
        query.hold(delivery.event.conversationId)
      }
    }
    this.#queries = [...this.#queries, query]
    return query
  }

  /** What the query found is taken in. */
  endQuery(query: DeparturesSince): void {
    this.#queries = this.#queries.filter((other) => other !== query)
  }

  /** It is recorded what became of it. */
  settle(eventId: EventId): void {
    for (const query of this.#queries) query.add(eventId)
  }

  /** Something of the conversation waits in the store from now on, and nothing of it is in memory. */
  hold(conversationId: ConversationId | null): void {
    for (const query of this.#queries) query.hold(conversationId)
  }

  /** It is to wait in the store. */
  park(delivery: QueuedDelivery, slice: Slice | null): void {
    this.settle(delivery.event.id)
    this.hold(delivery.event.conversationId)
    this.#partings.push({ delivery, slice })
  }

  get hasPartings(): boolean {
    return this.#partings.length > 0
  }

  /** Everything that is to wait in the store, and of which it is not being told yet. */
  take(): ReadonlyArray<Parting> {
    const partings = this.#partings
    this.#partings = []
    if (partings.length > 0) this.#onTheirWay = [...this.#onTheirWay, partings]
    return partings
  }

  /** What was taken waits in the store. */
  arrived(partings: ReadonlyArray<Parting>): void {
    this.#onTheirWay = this.#onTheirWay.filter((others) => others !== partings)
  }

  /** No query is under way any more, and nothing leaves. */
  forget(): void {
    this.#queries = []
    this.#partings = []
    this.#onTheirWay = []
  }
}
