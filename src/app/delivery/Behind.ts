import type { LogPlace } from "../../ports/DeliveryQueue.ts"
import type { Lane } from "./Lane.ts"
import type { Slice } from "./LogProgress.ts"
import type { ShardDesk } from "./ShardDesk.ts"

/** An organization that has more than there is room for: its log is read by itself, from its own place. */
export interface Behind {
  place: LogPlace
  /** Where it fell behind. The shard is not settled beyond it. */
  readonly slice: Slice
  /** When it fell behind, in epoch milliseconds. */
  readonly since: number
  /** When it is worth a try again, in epoch milliseconds. */
  notBefore: number
  /** There was nothing more of it when it was read last. It is read with the shard again as soon as nobody reads that. */
  hasCaughtUp: boolean
}

/**
 * After this time, in milliseconds, what an organization has more than there is room for waits in the store: a receiver
 * that never catches up would keep the shard's place where it fell behind.
 */
export const longestBehind = 600_000

export const isLongBehind = ({ since }: Behind, now: number): boolean => now - since >= longestBehind

/** Organizations that are behind and have caught up. */
export const caughtUp = ({ behind }: ShardDesk) => [...behind].filter(([, { hasCaughtUp }]) => hasCaughtUp)

/** Those that have not, and have room. */
export const readyBehind = (desk: ShardDesk, now: number) =>
  [...desk.behind].filter(([organizationId, behind]) => {
    const lane = desk.lanes.get(organizationId)
    const parks = lane?.receiver.isSlow === true || lane?.isPaused === true || isLongBehind(behind, now)
    const hasRoom = parks || lane === undefined || lane.isHalfEmpty
    return hasRoom && !behind.hasCaughtUp && behind.notBefore <= now
  })

/** Whether the loop of the arrears has something for the room that the lane has now. */
export const waitsForRoom = (
  { behind, looks }: ShardDesk,
  { isHalfEmpty, organizationId }: Lane,
  now: number
): boolean =>
  isHalfEmpty && (behind.has(organizationId) || (looks.get(organizationId) ?? Number.POSITIVE_INFINITY) <= now)
