import type { ConversationId } from "../../domain/Ids.ts"
import { Line } from "../../collections/Line.ts"
import type { ScheduledDelivery } from "./ScheduledDelivery.ts"

/** A conversation of which something is in memory. */
export interface Chain {
  readonly conversationId: ConversationId
  /** The only one that may be attempted; null when it ended, and the others are about to leave. */
  head: ScheduledDelivery | null
  /** Those that come after it, in their order. */
  readonly followers: Line<ScheduledDelivery>
  /** Something of the conversation waits in the store, so what follows is to be put in order there. */
  hasToPark: boolean
}

/** Of one conversation one delivery at a time is attempted; the later ones follow it. */
export class ConversationChains {
  readonly #chains = new Map<ConversationId, Chain>()

  get size(): number {
    return this.#chains.size
  }

  of(conversationId: ConversationId | null): Chain | undefined {
    return conversationId === null ? undefined : this.#chains.get(conversationId)
  }

  /** Whether it may be attempted at once; else it follows the others of its conversation. */
  enter(one: ScheduledDelivery): boolean {
    const { conversationId } = one.delivery.event
    if (conversationId === null) return true
    const chain = this.#chains.get(conversationId)
    if (chain !== undefined) {
      one.chain = chain
      chain.followers.push(one)
      return false
    }
    one.chain = { conversationId, head: one, followers: new Line(), hasToPark: false }
    this.#chains.set(conversationId, one.chain)
    return true
  }

  /** The head of a chain ended. The one to go on with; null when there is none, or the followers have to park first. */
  end(one: ScheduledDelivery, hasToPark: boolean): ScheduledDelivery | null {
    const { chain } = one
    if (chain === null) return null
    one.chain = null
    chain.head = null
    if (chain.followers.size === 0) {
      this.#chains.delete(chain.conversationId)
      return null
    }
    if (hasToPark || chain.hasToPark) return null
    chain.head = chain.followers.shift()
    return chain.head
  }

  /** The conversation is free. Those who followed are given back. */
  dissolve(chain: Chain): ReadonlyArray<ScheduledDelivery> {
    if (this.#chains.get(chain.conversationId) === chain) this.#chains.delete(chain.conversationId)
    if (chain.head !== null) chain.head.chain = null
    chain.head = null
    return followersOf(chain)
  }

  /** Everybody who follows leaves. What nobody heads any more is free. */
  loosen(): ReadonlyArray<ScheduledDelivery> {
    const left: Array<ScheduledDelivery> = []
    for (const chain of this.#chains.values()) {
      left.push(...followersOf(chain))
      if (chain.head === null) this.#chains.delete(chain.conversationId)
    }
    return left
  }
}

const followersOf = ({ followers }: Chain): ReadonlyArray<ScheduledDelivery> => {
  const left: Array<ScheduledDelivery> = []
  for (let one = followers.shift(); one !== null; one = followers.shift()) {
    one.chain = null
    left.push(one)
  }
  return left
}
