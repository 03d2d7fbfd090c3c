import { DateTime, Effect } from "effect"
import { DeliveryQueue } from "../../ports/DeliveryQueue.ts"
import type { ShardDesk } from "./ShardDesk.ts"

const park = Effect.fnUntraced(function* (desk: ShardDesk) {
  const partings = desk.takePartings()
  if (partings.length === 0) return
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const fresh = partings.flatMap(({ delivery }) => (delivery.isWaiting ? [] : [delivery]))
  if (fresh.length > 0) yield* queue.park(fresh, now)
  desk.parked(partings, now.epochMilliseconds)
})

/**
 * Has those wait in the store that have left memory for it. One after the other: what left a conversation later must not
 * be there alone, or it would be attempted first.
 */
export const parkPartings = (desk: ShardDesk) =>
  Effect.suspend(() => (desk.hasPartings ? desk.parking.withPermit(park(desk)) : Effect.void))
