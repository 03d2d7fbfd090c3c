import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { DeliveryQueue, type RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import { type Behind, caughtUp, isLongBehind, readyBehind } from "./Behind.ts"
import { maxPerLane } from "./Lane.ts"
import type { LogProgress } from "./LogProgress.ts"
import { parkPartings } from "./parkPartings.ts"
import { followSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import { takeRecorded } from "./takeIn.ts"

/** Most deliveries that are read from the log at once. */
export const maxRead = 512

/** Most organizations whose own log is read between two looks at what waits. */
const maxBehindAtOnce = 4

/** How long to wait, in milliseconds, before an organization is tried again that there was no room for at all. */
const behindPause = 1_000

const organizationsOf = (deliveries: ReadonlyArray<RecordedDelivery>): ReadonlyArray<OrganizationId> => [
  ...new Set(deliveries.map(({ delivery }) => delivery.organizationId))
]

/** Reads on in the shard's log, and gives back whether something was there. Whom there is no room for falls behind. */
export const readShard = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress) {
  const queue = yield* DeliveryQueue
  const { shard } = desk
  desk.hasMore = false
  desk.asksAgain = false
  const departures = desk.departures.beginQuery()
  const from = progress.place
  const read = yield* queue.read({ _tag: "Shard", shard, except: [...desk.behind.keys()] }, from, maxRead)
  if (desk.isConfused) return false
  const isFound = read.deliveries.length > 0
  if (isFound) {
    const slice = progress.begin()
    const subscriptions = followSubscriptions(desk, organizationsOf(read.deliveries), read.subscriptions)
    const now = (yield* DateTime.now).epochMilliseconds
    const reading = { recorded: read.deliveries, from, slice, subscriptions, departures, parksRest: false }
    for (const [organizationId, place] of takeRecorded(desk, reading)) {
      slice.hold()
      desk.behind.set(organizationId, { place, slice, since: now, notBefore: now, hasCaughtUp: false })
      desk.wakeArrears.openUnsafe()
    }
    desk.schedule.startAll()
    yield* parkPartings(desk)
    slice.release()
  }
  desk.departures.endQuery(departures)
  progress.place = read.place
  desk.hasMore = read.hasMore
  desk.asksAgain = read.asksAgain
  return isFound
})

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
