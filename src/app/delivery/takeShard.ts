import type { LogSlice } from "../../ports/DeliveryQueue.ts"
import type { DeparturesSince } from "./Departures.ts"
import type { LogProgress } from "./LogProgress.ts"
import { followSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import { organizationsOf, takeRecorded } from "./takeIn.ts"

/** What comes next in the shard's log. */
interface NextOfShard {
  readonly slice: LogSlice
  /** What has left memory since it was asked for. */
  readonly departures: DeparturesSince
  /** In epoch milliseconds. */
  readonly now: number
}

/**
 * Takes in what comes next in the shard's log, begins what may begin of it, and gives back whether something was there.
 * Whom there is no room for falls behind.
 */
export const takeShard = (desk: ShardDesk, progress: LogProgress, { departures, now, slice }: NextOfShard): boolean => {
  const { asksAgain, deliveries, hasMore, place } = slice
  if (deliveries.length > 0) {
    const held = progress.begin()
    const from = progress.place
    const subscriptions = followSubscriptions(desk, organizationsOf(deliveries), slice.subscriptions)
    const reading = { recorded: deliveries, from, slice: held, subscriptions, departures, parksRest: false }
    for (const [organizationId, left] of takeRecorded(desk, reading)) {
      held.hold()
      desk.behind.set(organizationId, { place: left, slice: held, since: now, notBefore: now, hasCaughtUp: false })
      desk.wakeArrears.openUnsafe()
    }
    desk.schedule.startAll()
    held.release()
  }
  desk.departures.endQuery(departures)
  progress.place = place
  desk.hasMore = hasMore
  desk.asksAgain = asksAgain
  return deliveries.length > 0
}
