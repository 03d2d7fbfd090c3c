import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import type { LogPlace, RecordedDelivery } from "../../ports/DeliveryQueue.ts"
import type { Chain } from "./ConversationChains.ts"
import type { DeparturesSince } from "./Departures.ts"
import type { Lane } from "./Lane.ts"
import type { Slice } from "./LogProgress.ts"
import type { ShardDesk } from "./ShardDesk.ts"

/** The subscriptions of the organizations that something was read of. */
export type Subscriptions = ReadonlyMap<OrganizationId, Webhook>

export const organizationsOf = (deliveries: ReadonlyArray<RecordedDelivery>): ReadonlyArray<OrganizationId> => [
  ...new Set(deliveries.map(({ delivery }) => delivery.organizationId))
]

const add = (desk: ShardDesk, lane: Lane, delivery: QueuedDelivery, slice: Slice | null): void => {
  slice?.hold()
  desk.schedule.add(delivery, lane, slice)
}

/** What was read from the log at once. */
export interface Reading {
  /** In the order of the log. */
  readonly recorded: ReadonlyArray<RecordedDelivery>
  /** Where it begins. */
  readonly from: LogPlace
  readonly slice: Slice
  readonly subscriptions: Subscriptions
  readonly departures: DeparturesSince
  /** What there is no room for waits in the store, however quick the receiver is. */
  readonly parksRest: boolean
}

/** Whether it could be taken in behind others of its conversation. */
const follow = (
  desk: ShardDesk,
  lane: Lane,
  chain: Chain,
  { delivery, isHeld }: RecordedDelivery,
  { parksRest, slice }: Reading
): boolean => {
  if (desk.schedule.hasRoom(lane)) {
    add(desk, lane, delivery, slice)
    chain.hasToPark ||= isHeld
    return true
  }
  // What is being attempted decides what becomes of those behind it; only where nothing is, they may all leave.
  const isAttempted = chain.head === null || chain.head.line === null
  if (isAttempted || !(parksRest || lane.receiver.isSlow)) return false
  desk.parkChain(lane, chain)
  desk.park(delivery, slice)
  return true
}

/** Whether it is taken care of: it is in memory, or about to wait in the store. Else there is no room for it. */
const takeOne = (desk: ShardDesk, lane: Lane, recorded: RecordedDelivery, reading: Reading): boolean => {
  const { departures, parksRest, slice } = reading
  const { delivery, isHeld } = recorded
  const { conversationId } = delivery.event
  const chain = lane.chains.of(conversationId)
  if (chain !== undefined) return follow(desk, lane, chain, recorded, reading)
  const hasRoom = desk.schedule.hasRoom(lane)
  if (
    isHeld ||
    departures.holds(conversationId) ||
    lane.isPaused ||
    (!hasRoom && (parksRest || lane.receiver.isSlow))
  ) {
    desk.park(delivery, slice)
    return true
  }
  if (hasRoom) add(desk, lane, delivery, slice)
  return hasRoom
}

/** Whether it was known before. What is being attempted from an earlier reading of the log belongs to this one now. */
const isKnown = (desk: ShardDesk, { event }: QueuedDelivery, { departures, slice }: Reading): boolean => {
  const known = desk.schedule.find(event.id)
  if (known === undefined) return departures.has(event.id)
  if (known.slice?.progress !== slice.progress) {
    slice.hold()
    known.slice = slice
  }
  return true
}

/**
 * Takes in what was read from the log. Gives back the organizations that there was no room for, and where each of them is
 * to be read on.
 */
export const takeRecorded = (desk: ShardDesk, reading: Reading): ReadonlyMap<OrganizationId, LogPlace> => {
  const { from, recorded, subscriptions } = reading
  const left = new Map<OrganizationId, LogPlace>()
  const lanes = new Set<Lane>()
  let before: RecordedDelivery | null = null
  for (const one of recorded) {
    const { organizationId } = one.delivery
    const webhook = subscriptions.get(organizationId)
    // Nobody wants it any more without a subscription.
    if (webhook !== undefined && !left.has(organizationId) && !isKnown(desk, one.delivery, reading)) {
      const lane = desk.open(webhook)
      lanes.add(lane)
      if (!takeOne(desk, lane, one, reading)) left.set(organizationId, before?.place ?? from)
    }
    before = one
  }
  for (const lane of lanes) desk.tidy(lane)
  return left
}

/** Takes in what waited and is due. Gives back whether some had to be left for the next look. */
export const takeDue = (
  desk: ShardDesk,
  due: ReadonlyArray<QueuedDelivery>,
  subscriptions: Subscriptions,
  departures: DeparturesSince
): boolean => {
  let isLeft = false
  for (const delivery of due) {
    const webhook = subscriptions.get(delivery.organizationId)
    const { conversationId, id } = delivery.event
    const isInMemory = desk.schedule.find(id) !== undefined || departures.has(id)
    if (webhook?.status !== "active" || isInMemory) continue
    const lane = desk.open(webhook)
    const isBusy = lane.chains.of(conversationId) !== undefined || departures.holds(conversationId)
    if (isBusy || lane.isPaused || !desk.schedule.hasRoom(lane)) isLeft = true
    else desk.schedule.add(delivery, lane, null)
    desk.tidy(lane)
  }
  return isLeft
}
