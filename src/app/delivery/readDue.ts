import { DateTime, Effect } from "effect"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { DeliveryQueue } from "../../ports/DeliveryQueue.ts"
import { readSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import { takeDue } from "./takeIn.ts"

/** Most organizations whose due deliveries are looked at between two looks at the log. */
const maxOrganizations = 8

/** Most due deliveries of one organization that are taken in at once. */
const maxDue = 128

/** How long to wait, in milliseconds, before what could not be taken in is looked at again. */
const leftPause = 1_000

/** How long, in milliseconds, nothing else is expected of an organization of which all that is due was in memory. */
const knownPause = 10_000

/** Learns which organizations something waits of, and from when on. */
export const readWaiting = Effect.fnUntraced(function* (desk: ShardDesk) {
  const queue = yield* DeliveryQueue
  desk.looks.clear()
  for (const { dueAt, organizationId } of yield* queue.waiting(desk.shard)) {
    const lane = desk.schedule.lane(organizationId)
    const isKnown = lane !== undefined && lane.waiting > 0
    desk.look(organizationId, Math.max(dueAt.epochMilliseconds, isKnown ? lane.lookedAt + knownPause : 0))
  }
})

/** When to look next, in epoch milliseconds, and whom to look at now. */
export const nextLooks = (desk: ShardDesk, now: number) => {
  const organizationIds: Array<OrganizationId> = []
  let at = Number.POSITIVE_INFINITY
  for (const [organizationId, dueAt] of desk.looks) {
    const lane = desk.schedule.lane(organizationId)
    const isWanted = lane === undefined || (lane.isHalfEmpty && !lane.isPaused)
    if (isWanted && (dueAt > now || organizationIds.length === maxOrganizations)) at = Math.min(at, dueAt)
    else if (isWanted) organizationIds.push(organizationId)
  }
  return { at, organizationIds }
}

/** What waits of these organizations and is due goes to the schedule, as far as there is room. */
export const readDue = Effect.fnUntraced(function* (desk: ShardDesk, organizationIds: ReadonlyArray<OrganizationId>) {
  if (organizationIds.length === 0) return
  const queue = yield* DeliveryQueue
  const now = yield* DateTime.now
  const departures = desk.departures.beginQuery()
  const found: Array<readonly [OrganizationId, ReadonlyArray<QueuedDelivery>, isAll: boolean]> = []
  for (const organizationId of organizationIds) {
    desk.looks.delete(organizationId)
    const lane = desk.schedule.lane(organizationId)
    const room = lane === undefined ? maxDue : Math.min(maxDue, lane.limit - lane.size)
    // What is in memory is still due as far as the store knows.
    const limit = room + (lane?.waiting ?? 0)
    const due = yield* queue.due(organizationId, now, limit)
    found.push([organizationId, due, due.length < limit])
  }
  if (desk.isConfused) return
  const subscriptions = yield* readSubscriptions(
    desk,
    found.flatMap(([organizationId, due]) => (due.length === 0 ? [] : [organizationId]))
  )
  if (desk.isConfused) return
  for (const [organizationId, due, isAll] of found) {
    const isLeft = takeDue(desk, due, subscriptions, departures)
    const lane = desk.schedule.lane(organizationId)
    if (lane !== undefined) lane.lookedAt = now.epochMilliseconds
    // Where nothing may be sent now, it is learnt anew when something may.
    if (subscriptions.get(organizationId)?.status !== "active") continue
    if (isLeft) desk.look(organizationId, now.epochMilliseconds + leftPause)
    else if (!isAll) desk.look(organizationId, now.epochMilliseconds)
  }
  desk.departures.endQuery(departures)
  desk.schedule.startAll()
})
