import { DateTime } from "effect"
import { type DeliveryShard, shardOf } from "../../domain/DeliveryShard.ts"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { Recording } from "./Recording.ts"

/** A delivery that was recorded a moment ago, as who recorded it knows it. */
export interface HandedDelivery {
  readonly delivery: QueuedDelivery
  /** As in `RecordedAnswer`. */
  readonly previous: string | null
  readonly version: string
}

/** All that a transaction, which is committed, has put into the log of a shard, each conversation in its order. */
export interface HandedTransaction {
  readonly transaction: string
  readonly deliveries: ReadonlyArray<HandedDelivery>
}

/** What is handed on, by shard; null when not all of it is known: it is read from the log then. */
export const handedTransactions = ({
  answer: { places, previous, sequences, transaction, versions },
  events
}: Recording): ReadonlyMap<DeliveryShard, HandedTransaction> | null => {
  const shards = new Map<DeliveryShard, { readonly transaction: string; readonly deliveries: Array<HandedDelivery> }>()
  for (const [nth, place] of (places ?? []).entries()) {
    const recorded = events[place - 1]
    const sequence = sequences?.[nth]
    const version = versions?.[nth]
    if (recorded === undefined || recorded === null || sequence === undefined || version === undefined) return null
    const { conversationId, dataJson, id, occurredAtMillis, organizationId, type } = recorded
    const occurredAt = DateTime.makeUnsafe(occurredAtMillis)
    const event = { id, type, conversationId, sequence, occurredAt, dataJson }
    const delivery = { organizationId, event, failures: 0, isWaiting: false }
    const handed = { delivery, previous: previous?.[nth] ?? null, version }
    const shard = shardOf(organizationId)
    const others = shards.get(shard)
    if (others === undefined) shards.set(shard, { transaction, deliveries: [handed] })
    else others.deliveries.push(handed)
  }
  return shards
}
