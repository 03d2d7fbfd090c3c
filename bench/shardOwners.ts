import { DateTime, Effect } from "effect"
import type { QueuedDelivery } from "../src/domain/webhooks/Delivery.ts"
import { type DeliveryShard, deliveryShards } from "../src/domain/webhooks/DeliveryShard.ts"
import { type AttemptOutcome, DeliveryQueue } from "../src/ports/webhooks/DeliveryQueue.ts"
import { wakesOf } from "../testing/given/wakesOf.ts"

/** Deliveries that are read at once, as in the service. */
const maxRead = 512

/** Where nobody is called. */
export const nowhere = "https://receiver.invalid/hook"

/** What is told of deliveries that somebody has taken, and of those whose attempt is recorded. */
export interface Progress {
  readonly taken: (delivery: QueuedDelivery) => void
  /** So many were read together, and recorded so many milliseconds later. */
  readonly settled: (count: number, millis: number) => void
}

const success = (delivery: QueuedDelivery, at: DateTime.Utc): AttemptOutcome => ({
  delivery,
  url: nowhere,
  at,
  status: 204,
  durationMillis: 1,
  response: "",
  detail: "",
  next: { _tag: "Done" },
  disables: null
})

/** Reads a slice, settles all of it at the same time, and so on; what others put in wakes it up. */
const own = Effect.fnUntraced(function* (shard: DeliveryShard, { settled, taken }: Progress) {
  const { saveCheckpoint, open, read, recordAttempt } = yield* DeliveryQueue
  const woken = yield* wakesOf(shard)
  let place = yield* open(shard, yield* DateTime.now)
  const loop = Effect.gen(function* () {
    while (true) {
      const slice = yield* read({ _tag: "Shard", shard, except: [] }, place, maxRead)
      const begin = performance.now()
      const at = yield* DateTime.now
      yield* Effect.forEach(
        slice.deliveries,
        ({ delivery }) => {
          taken(delivery)
          return recordAttempt(success(delivery, at))
        },
        { concurrency: "unbounded", discard: true }
      )
      place = slice.cursor
      settled(slice.deliveries.length, performance.now() - begin)
      if (!slice.hasMore) yield* woken
    }
  })
  return yield* Effect.ensuring(
    loop,
    Effect.suspend(() => saveCheckpoint(shard, place))
  )
})

/** The owners of all shards, with a handler that does nothing, until the scope ends. Then they keep their places. */
export const shardOwners = (progress: Progress) =>
  Effect.forEach(deliveryShards, (shard) => Effect.forkScoped(own(shard, progress)), { discard: true })
