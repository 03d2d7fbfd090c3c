import { type Linked, LinkedQueue } from "../../../collections/LinkedQueue.ts"
import type { QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { ConversationId } from "../../../domain/Ids.ts"

/** A delivery in the order of its conversation, if it has one. */
export interface Ordered<T extends Ordered<T>> extends Linked<T> {
  readonly delivery: QueuedDelivery
  conversation: ConversationQueue<T> | null
}

/** A conversation with deliveries in memory. */
export interface ConversationQueue<T extends Ordered<T>> {
  readonly conversationId: ConversationId
  /** The only one that may be attempted; null when it has ended and the followers are about to be deferred. */
  head: T | null
  readonly followers: LinkedQueue<T>
  /** A delivery of the conversation is deferred, so the followers have to take their place behind it. */
  hasDeferred: boolean
}

/** First in, first out by conversation: one delivery of each is attempted at a time. */
export class OrderedQueue<T extends Ordered<T>> {
  readonly #conversations = new Map<ConversationId, ConversationQueue<T>>()

  get size(): number {
    return this.#conversations.size
  }

  of(conversationId: ConversationId | null): ConversationQueue<T> | undefined {
    return conversationId === null ? undefined : this.#conversations.get(conversationId)
  }

  /** Whether the delivery may be attempted at once; else it follows others of its conversation. */
  enter(one: T): boolean {
    const { conversationId } = one.delivery.event
    if (conversationId === null) return true
    const known = this.#conversations.get(conversationId)
    if (known !== undefined) {
      one.conversation = known
      known.followers.push(one)
      return false
    }
    one.conversation = { conversationId, head: one, followers: new LinkedQueue(), hasDeferred: false }
    this.#conversations.set(conversationId, one.conversation)
    return true
  }

  /** Completes a head. Returns the next delivery; null if there is none or the followers must be deferred. */
  complete(one: T, hasDeferred: boolean): T | null {
    const { conversation } = one
    if (conversation === null) return null
    one.conversation = null
    conversation.head = null
    if (conversation.followers.size === 0) {
      this.#conversations.delete(conversation.conversationId)
      return null
    }
    if (hasDeferred || conversation.hasDeferred) return null
    conversation.head = conversation.followers.shift()
    return conversation.head
  }

  /** Removes the conversation and returns its followers. */
  remove(conversation: ConversationQueue<T>): ReadonlyArray<T> {
    if (this.#conversations.get(conversation.conversationId) === conversation)
      this.#conversations.delete(conversation.conversationId)
    if (conversation.head !== null) conversation.head.conversation = null
    conversation.head = null
    return followersOf(conversation)
  }

  /** Removes conversations without a head and all followers, which it returns. */
  removeFollowers(): ReadonlyArray<T> {
    const removed: Array<T> = []
    for (const conversation of this.#conversations.values()) {
      removed.push(...followersOf(conversation))
      if (conversation.head === null) this.#conversations.delete(conversation.conversationId)
    }
    return removed
  }
}

const followersOf = <T extends Ordered<T>>({ followers }: ConversationQueue<T>): ReadonlyArray<T> => {
  const removed: Array<T> = []
  for (let one = followers.shift(); one !== null; one = followers.shift()) {
    one.conversation = null
    removed.push(one)
  }
  return removed
}
