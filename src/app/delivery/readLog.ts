import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { DeliveryQueue, type RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import { type Behind, isLongBehind } from "./Behind.ts"
import { maxPerLane } from "./Lane.ts"
import type { LogProgress } from "./LogProgress.ts"
import { parkPartings } from "./parkPartings.ts"
import { followSubscriptions } from "./readSubscriptions.ts"
import type { ShardDesk } from "./ShardDesk.ts"
import { takeRecorded } from "./takeIn.ts"

/** Most deliveries that are read from the log at once. */
export const maxRead = 512

/** Most organizations whose own log is read between two looks at the shard's. */
const maxBehindAtOnce = 4

/** How long to wait, in milliseconds, before an organization is tried again that there was no room for at all. */
const behindPause = 1_000

const organizationsOf = (deliveries: ReadonlyArray<RecordedDelivery>): ReadonlyArray<OrganizationId> => [
  ...new Set(deliveries.map(({ delivery }) => delivery.organizationId))
]

/** Reads on in the shard's log. Organizations that there is no room for fall behind. */
export const readShard = Effect.fnUntraced(function* (desk: ShardDesk, progress: LogProgress) {
  const queue = yield* DeliveryQueue
  const { shard } = desk
  desk.hasMore = false
  desk.departures.beginQuery()
  const from = progress.place
  const read = yield* queue.read({ _tag: "Shard", shard, except: [...desk.behind.keys()] }, from, maxRead)
  if (desk.isConfused) return
  if (read.deliveries.length > 0) {
    const slice = progress.begin()
    const subscriptions = followSubscriptions(desk, organizationsOf(read.deliveries), read.subscriptions)
    const now = (yield* DateTime.now).epochMilliseconds
    const left = takeRecorded(desk, { recorded: read.deliveries, from, slice, subscriptions, parksRest: false })
    for (const [organizationId, place] of left) {
      slice.hold()
      desk.behind.set(organizationId, { place, slice, since: now, notBefore: now })
    }
    desk.schedule.startAll()
    yield* parkPartings(desk)
    slice.release()
  }
  progress.place = read.place
  desk.hasMore = read.hasMore
})

/** Reads on in the log of one organization that is behind; when it has caught up, it is read with the shard again. */
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
  desk.departures.beginQuery()
  const read = yield* queue.read({ _tag: "Organization", organizationId }, place, limit)
  if (desk.isConfused) return
  const subscriptions = followSubscriptions(desk, organizationsOf(read.deliveries), read.subscriptions)
  const reading = { recorded: read.deliveries, from: place, slice, subscriptions, parksRest }
  const left = takeRecorded(desk, reading).get(organizationId)
  desk.schedule.startAll()
  yield* parkPartings(desk)
  behind.place = left ?? read.place
  if (left === place) behind.notBefore = now + behindPause
  // What is read of it twice now, by itself and with the shard, is known by then.
  if (left === undefined && !read.hasMore) {
    desk.behind.delete(organizationId)
    desk.hasMore = true
    slice.release()
  }
})

/** Reads on in the logs of organizations that are behind and have room. */
export const readBehind = Effect.fnUntraced(function* (desk: ShardDesk, now: number) {
  const ready = desk.readyBehind(now).slice(0, maxBehindAtOnce)
  for (const [organizationId, behind] of ready) {
    // Those that were not looked at come first the next time.
    desk.behind.delete(organizationId)
    desk.behind.set(organizationId, behind)
    yield* readOne(desk, organizationId, behind, now)
    if (desk.isConfused) return
  }
})
