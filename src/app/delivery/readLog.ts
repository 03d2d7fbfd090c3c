import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { DeliveryQueue, type ShardScope } from "../../ports/DeliveryQueue.ts"
import { type Behind, caughtUp, isLongBehind, readyBehind } from "./Behind.ts"
import { maxPerLane } from "./Lane.ts"
import type { LogProgress } from "./LogProgress.ts"
import { parkPartings } from "./parkPartings.ts"
import { followSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import { organizationsOf, takeRecorded } from "./takeIn.ts"
import { takeShard } from "./takeShard.ts"

/** Most deliveries that are read from the log at once. */
export const maxRead = 512

/** Most organizations whose own log is read between two looks at what waits. */
const maxBehindAtOnce = 4

/** How long to wait, in milliseconds, before an organization is tried again that there was no room for at all. */
const behindPause = 1_000

/** The shard without those that are read by themselves. */
const scopeOf = ({ behind, shard }: ShardDesk): ShardScope => ({ _tag: "Shard", shard, except: [...behind.keys()] })

/** Reads on in the shard's log, and gives back whether something was there. */
export const readShard = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress) {
  const queue = yield* DeliveryQueue
  desk.hasMore = false
  desk.asksAgain = false
  const departures = desk.departures.beginQuery()
  const slice = yield* queue.read(scopeOf(desk), progress.place, maxRead)
  if (desk.isConfused) return false
  const now = (yield* DateTime.now).epochMilliseconds
  const isFound = takeShard(desk, progress, { slice, departures, now })
  yield* parkPartings(desk)
  return isFound
})

/** The same at once, where the store has at hand what comes next; gives back whether it was so. */
export const takeAtHand = (
  queue: DeliveryQueue["Service"],
  desk: ShardDesk,
  progress: LogProgress,
  now: number
): boolean => {
  const slice = queue.atHand(scopeOf(desk), progress.place, maxRead)
  if (slice === null) return false
  takeShard(desk, progress, { slice, departures: desk.departures.beginQuery(), now })
  if (desk.hasPartings) desk.wakeArrears.openUnsafe()
  return true
}

/** Reads on in the log of one organization that is behind. Gives back whether there is nothing more of it. */
const readOne = Effect.fnUntraced(function* (
  desk: ShardDesk,
  organizationId: OrganizationId,
  behind: Behind,
  now: number
) {
  const queue = yield* DeliveryQueue
  const { place, slice } = behind
  const lane = desk.lanes.get(organizationId)
  const parksRest = isLongBehind(behind, now)
  // Where the rest is parked, there may be as much of it as there is.
  const limit =
    lane === undefined ? maxPerLane : parksRest || lane.receiver.isSlow ? maxRead : Math.max(1, lane.limit - lane.size)
  const departures = desk.departures.beginQuery()
  const read = yield* queue.read({ _tag: "Organization", organizationId }, place, limit)
  if (desk.isConfused) return false
  const subscriptions = followSubscriptions(desk, organizationsOf(read.deliveries), read.subscriptions)
  const reading = { recorded: read.deliveries, from: place, slice, subscriptions, departures, parksRest }
  const left = takeRecorded(desk, reading).get(organizationId)
  desk.departures.endQuery(departures)
  desk.schedule.startAll()
  yield* parkPartings(desk)
  behind.place = left ?? read.place
  if (left === place) behind.notBefore = now + behindPause
  return left === undefined && !read.hasMore
})

/** Reads on in the logs of organizations that are behind and have room. */
export const readBehind = Effect.fnUntraced(function* (desk: ShardDesk, now: number) {
  const ready = readyBehind(desk, now).slice(0, maxBehindAtOnce)
  for (const [organizationId, behind] of ready) {
    // Those that were not looked at come first the next time.
    desk.behind.delete(organizationId)
    desk.behind.set(organizationId, behind)
    behind.hasCaughtUp = yield* readOne(desk, organizationId, behind, now)
    if (desk.isConfused) return
    if (behind.hasCaughtUp) desk.wake.openUnsafe()
  }
})

/**
 * Has organizations that have caught up be read with the shard again. What was recorded of them since they were read last
 * may be behind the shard's place already, since the shard was read without them; so they are read once more, while
 * nobody reads the shard. What is read twice then is known.
 */
export const rejoin = Effect.fnUntraced(function* (desk: ShardDesk, now: number) {
  for (const [organizationId, behind] of caughtUp(desk).slice(0, maxBehindAtOnce)) {
    behind.hasCaughtUp = yield* readOne(desk, organizationId, behind, now)
    if (desk.isConfused) return
    if (behind.hasCaughtUp) {
      desk.behind.delete(organizationId)
      desk.hasMore = true
      behind.slice.release()
    } else desk.wakeArrears.openUnsafe()
  }
})
