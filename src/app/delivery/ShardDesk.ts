import { Latch, Semaphore } from "effect"
import { failuresThatHold, type QueuedDelivery } from "../../domain/Delivery.ts"
import type { DeliveryShard } from "../../domain/DeliveryShard.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import type { LogPlace, SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { type Behind, waitsForRoom } from "./Behind.ts"
import type { Chain } from "./ConversationChains.ts"
import type { DeliverySchedule } from "./DeliverySchedule.ts"
import { Departures, type Parting } from "./Departures.ts"
import type { Lane, LaneOwner } from "./Lane.ts"
import { LogProgress, type Slice } from "./LogProgress.ts"
import type { ScheduledDelivery } from "./ScheduledDelivery.ts"

/** What the owner of a shard knows of it. Only its two loops take things in; calls that end tell what became of them. */
export class ShardDesk implements LaneOwner {
  readonly shard: DeliveryShard
  readonly schedule: DeliverySchedule
  readonly start: (one: ScheduledDelivery) => void
  /** Opened when the loop of the log has something to do. */
  readonly wake = Latch.makeUnsafe()
  /** Opened when the loop of the arrears has. */
  readonly wakeArrears = Latch.makeUnsafe()
  /** Of whoever has some wait in the store. */
  readonly parking = Semaphore.makeUnsafe(1)
  readonly lanes = new Map<OrganizationId, Lane>()
  readonly behind = new Map<OrganizationId, Behind>()
  /** When to look for what is due of an organization, in epoch milliseconds. */
  readonly looks = new Map<OrganizationId, number>()
  /** Null before the shard is open. */
  progress: LogProgress | null = null
  readonly departures = new Departures()
  /** Conversations whose followers have to wait in the store. */
  #chains: Array<readonly [Lane, Chain]> = []
  /** Takes in what arrives, if that can be done at once; null while the loop of the log does not rest. */
  takeArrival: (() => boolean) | null = null
  /** Something may have been put into the shard. */
  hasArrival = true
  /** Something is known to be in the log. */
  hasMore = false
  /** The log is to be read again once what was found is under way. */
  asksAgain = false
  /** Something became known that asks for a look at the subscriptions. */
  asksForSubscriptions = false
  /** Something may have been put into the shard that waits. */
  asksForWaiting = false
  /** Something was settled or parked that the place kept last does not know of. */
  hasNews = false
  /** A delivery got lost from memory: only the store knows what there is. */
  isConfused = false

  constructor(shard: DeliveryShard, schedule: DeliverySchedule, start: (one: ScheduledDelivery) => void) {
    this.shard = shard
    this.schedule = schedule
    this.start = start
  }

  open(webhook: Webhook): Lane {
    const lane = this.schedule.open(webhook, this)
    this.lanes.set(webhook.organizationId, lane)
    if (webhook.status !== "active") this.schedule.pause(lane)
    return lane
  }

  /** Forgets the lane when there is nothing in it. */
  tidy(lane: Lane): void {
    this.schedule.tidy(lane)
    const isGone = lane.size === 0 && this.lanes.get(lane.organizationId) === lane
    if (isGone) this.lanes.delete(lane.organizationId)
  }

  /** Has what is due of the organization looked for, at this time or earlier. */
  look(organizationId: OrganizationId, at: number): void {
    this.looks.set(organizationId, Math.min(at, this.looks.get(organizationId) ?? at))
    this.wakeArrears.openUnsafe()
  }

  /** The delivery is to wait in the store. It is in memory no more, and its conversation is not. */
  park(delivery: QueuedDelivery, slice: Slice | null): void {
    slice?.hold()
    this.departures.park(delivery, slice)
  }

  /** Takes a conversation of which nothing is being attempted out of memory; it is to wait in the store. */
  parkChain(lane: Lane, chain: Chain): void {
    for (const { delivery, slice } of this.schedule.dissolve(lane, chain)) this.departures.park(delivery, slice)
    this.tidy(lane)
  }

  /** Takes everything of a lane out of memory that is not being attempted; it is to wait in the store. */
  parkLane(lane: Lane): void {
    for (const { delivery, slice } of this.schedule.empty(lane)) this.departures.park(delivery, slice)
    this.tidy(lane)
  }

  /** Takes everything of a lane out of memory that is not being attempted; nobody wants it any more. */
  dropLane(lane: Lane): void {
    for (const { slice } of this.schedule.empty(lane)) slice?.release()
    this.tidy(lane)
  }

  get hasPartings(): boolean {
    return this.#chains.length > 0 || this.departures.hasPartings
  }

  /** Everything that is to be parked now. Once it is, `parked` is to be told. */
  takePartings(): ReadonlyArray<Parting> {
    for (const [lane, chain] of this.#chains) this.parkChain(lane, chain)
    this.#chains = []
    return this.departures.take()
  }

  parked(partings: ReadonlyArray<Parting>, now: number): void {
    this.departures.arrived(partings)
    for (const { delivery, slice } of partings) {
      slice?.release()
      this.look(delivery.organizationId, now)
    }
    this.hasNews = true
  }

  /** The call is over, and this is about to be recorded. */
  answered(one: ScheduledDelivery, { disables, durationMillis, next }: SettledAttempt): void {
    // Nothing more is sent there until the subscription was looked at.
    if (disables !== null) this.schedule.pause(one.lane)
    this.schedule.answered(one, { isSuccess: next._tag === "Done", millis: durationMillis })
    this.schedule.startSoon()
  }

  /** It is recorded what became of it. */
  settled(one: ScheduledDelivery, { at, disables, next }: SettledAttempt): void {
    const { delivery, lane, slice } = one
    const { conversationId, id } = delivery.event
    const isRetry = next._tag === "Retry"
    this.departures.settle(id)
    if (disables !== null) this.asksForSubscriptions = true
    const chain = this.schedule.settled(one, delivery.isWaiting || isRetry)
    if (chain !== null) this.#chains.push([lane, chain])
    else if (isRetry) this.departures.hold(conversationId)
    if (isRetry) this.look(delivery.organizationId, next.dueAt.epochMilliseconds)
    // The first of those that it held back is due now.
    const isOver = !isRetry || delivery.failures + 1 >= failuresThatHold
    if (delivery.isWaiting && conversationId !== null && isOver)
      this.look(delivery.organizationId, at.epochMilliseconds)
    slice?.release()
    this.hasNews = true
    this.tidy(lane)
    if (disables !== null) this.wake.openUnsafe()
    if (chain !== null || waitsForRoom(this, lane, at.epochMilliseconds)) this.wakeArrears.openUnsafe()
    this.schedule.startSoon()
  }

  /** Nobody knows what became of it: what there is to do has to be read anew. */
  lost(one: ScheduledDelivery): void {
    this.schedule.lost(one)
    this.tidy(one.lane)
    this.confuse()
    this.schedule.startSoon()
  }

  /** What is in memory is not to be relied on. */
  confuse(): void {
    this.isConfused = true
    this.wake.openUnsafe()
    this.wakeArrears.openUnsafe()
  }

  /** Something may have been put into the shard. */
  announce(): void {
    if (this.takeArrival?.() === true) return
    this.hasArrival = true
    this.wake.openUnsafe()
  }

  /** What waits is to be looked at. */
  askForWaiting(): void {
    this.asksForWaiting = true
    this.wakeArrears.openUnsafe()
  }

  /** Forgets everything but what is being attempted. The log is as little settled as it was. */
  empty(): void {
    for (const lane of this.lanes.values()) {
      this.schedule.empty(lane)
      this.tidy(lane)
    }
    this.#chains = []
    this.departures.forget()
    this.behind.clear()
    this.looks.clear()
  }

  /** Begins anew at this place, with nothing but what is being attempted. */
  clear(place: LogPlace): LogProgress {
    this.empty()
    const progress = new LogProgress(place)
    this.progress = progress
    this.hasArrival = true
    this.hasMore = false
    this.asksAgain = false
    this.isConfused = false
    return progress
  }
}
