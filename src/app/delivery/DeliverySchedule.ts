import { ForgettingMap } from "../../collections/ForgettingMap.ts"
import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import type { Chain } from "./ConversationChains.ts"
import { Lane, type LaneOwner } from "./Lane.ts"
import type { Slice } from "./LogProgress.ts"
import { Receivers } from "./Receivers.ts"
import type { Ending } from "./ReceiverWindow.ts"
import { maxInFlight, Rounds } from "./Rounds.ts"
import { ScheduledDelivery } from "./ScheduledDelivery.ts"

/** Most deliveries in memory, of all organizations together. */
export const maxInMemory = 20_000

/**
 * What is in memory of this process, and what of it may be attempted. Whatever it is asked, it looks at no more than the
 * lane, the conversation and the receiver it is about.
 */
export class DeliverySchedule {
  readonly #lanes = new Map<OrganizationId, Lane>()
  readonly #deliveries = new ForgettingMap<EventId, ScheduledDelivery>()
  readonly #receivers = new Receivers()
  readonly #rounds = new Rounds()
  /** Runs a task when everything has been done that came with the same turn of the loop. */
  readonly later: (task: () => void) => void
  #inFlight = 0
  #startsSoon = false

  constructor(later: (task: () => void) => void) {
    this.later = later
  }

  /** How much of everything there is now. */
  get counts() {
    return {
      deliveries: this.#deliveries.size,
      inFlight: this.#inFlight,
      doubtfulInFlight: this.#rounds.doubtfulInFlight,
      lanes: this.#lanes.size,
      receivers: this.#receivers.size
    }
  }

  find(eventId: EventId): ScheduledDelivery | undefined {
    return this.#deliveries.get(eventId)
  }

  lane(organizationId: OrganizationId): Lane | undefined {
    return this.#lanes.get(organizationId)
  }

  /** The lane of the subscription's organization, made when there is none. `tidy` it when nothing came of it. */
  open(webhook: Webhook, owner: LaneOwner): Lane {
    const known = this.#lanes.get(webhook.organizationId)
    if (known !== undefined) return known
    const receiver = this.#receivers.of(webhook.url)
    const lane = new Lane(webhook.organizationId, owner, webhook, receiver)
    receiver.lanes += 1
    this.#lanes.set(webhook.organizationId, lane)
    return lane
  }

  /** Forgets a lane that has nothing in it. */
  tidy(lane: Lane): void {
    if (lane.size > 0 || this.#lanes.get(lane.organizationId) !== lane) return
    this.#lanes.delete(lane.organizationId)
    this.#rounds.leave(lane)
    lane.receiver.lanes -= 1
    this.#receivers.rest(lane.receiver)
  }

  /** Whether one more of its deliveries may be taken into memory. */
  hasRoom(lane: Lane): boolean {
    return lane.size < lane.limit && this.#deliveries.size < maxInMemory
  }

  add(delivery: QueuedDelivery, lane: Lane, slice: Slice | null): ScheduledDelivery {
    const one = new ScheduledDelivery(delivery, lane, slice)
    this.#deliveries.set(delivery.event.id, one)
    lane.add(one)
    this.#rounds.enter(lane)
    return one
  }

  /** What of the lane is attempted from now on goes to this subscription. */
  redirect(lane: Lane, webhook: Webhook): void {
    lane.webhook = webhook
    const receiver = this.#receivers.of(webhook.url)
    if (receiver === lane.receiver) return
    this.#rounds.leave(lane)
    lane.receiver.lanes -= 1
    this.#receivers.rest(lane.receiver)
    receiver.lanes += 1
    lane.receiver = receiver
    this.#rounds.enter(lane)
  }

  pause(lane: Lane): void {
    lane.isPaused = true
    this.#rounds.leave(lane)
  }

  resume(lane: Lane): void {
    lane.isPaused = false
    this.#rounds.enter(lane)
  }

  /** Starts whatever may be started now. */
  startAll(): void {
    for (let one = this.next(); one !== null; one = this.next()) one.lane.owner.start(one)
  }

  /**
   * Starts whatever may be started, once for all the answers that came together: calls that begin together cost less than
   * as many that begin one by one, each to a receiver that may have gone to sleep meanwhile.
   */
  startSoon(): void {
    if (this.#startsSoon) return
    this.#startsSoon = true
    this.later(() => {
      this.#startsSoon = false
      this.startAll()
    })
  }

  /** Takes the delivery whose turn it is. Null when there is none, or nothing more may be started. */
  next(): ScheduledDelivery | null {
    if (this.#inFlight >= maxInFlight) return null
    const lane = this.#rounds.next()
    const one = lane?.ready.shift() ?? null
    if (lane === null || one === null) return null
    one.receiver = lane.receiver
    this.#inFlight += 1
    one.abreast = this.#rounds.begin(lane.receiver)
    this.#rounds.enter(lane)
    return one
  }

  /**
   * The call is over, and the receiver has room again; what became of it may still have to be recorded. `ending` is
   * null when nothing is to be learnt from it.
   */
  answered(one: ScheduledDelivery, ending: Ending | null): void {
    const { abreast, receiver } = one
    if (receiver === null) return
    one.receiver = null
    this.#rounds.end(receiver, abreast, ending)
    this.#receivers.rest(receiver)
  }

  /**
   * It is recorded what became of it, and it leaves. The next one of its conversation may be attempted, unless those that
   * follow have to park: their chain is given back then.
   */
  settled(one: ScheduledDelivery, hasToPark: boolean): Chain | null {
    const { chain, lane } = one
    const next = lane.chains.end(one, hasToPark || lane.isPaused)
    if (next !== null) lane.ready.push(next)
    this.#leave(one)
    this.#rounds.enter(lane)
    return chain === null || next !== null || chain.followers.size === 0 ? null : chain
  }

  /** Nobody knows what became of it. It leaves, and nothing of its conversation goes on from memory. */
  lost(one: ScheduledDelivery): void {
    this.answered(one, null)
    one.lane.chains.end(one, true)
    this.#leave(one)
  }

  /** Those of the lane that are not being attempted leave, in the order in which they would have been. */
  empty(lane: Lane): ReadonlyArray<ScheduledDelivery> {
    return this.#drop(lane, lane.empty())
  }

  /** A conversation of which nothing is being attempted leaves. */
  dissolve(lane: Lane, chain: Chain): ReadonlyArray<ScheduledDelivery> {
    const { head } = chain
    if (head !== null) lane.ready.remove(head)
    const followers = lane.chains.dissolve(chain)
    return this.#drop(lane, head === null ? followers : [head, ...followers])
  }

  #leave(one: ScheduledDelivery): void {
    this.#inFlight -= 1
    this.#deliveries.delete(one.delivery.event.id)
    one.lane.forget(one)
    this.tidy(one.lane)
  }

  #drop(lane: Lane, left: ReadonlyArray<ScheduledDelivery>): ReadonlyArray<ScheduledDelivery> {
    for (const one of left) {
      this.#deliveries.delete(one.delivery.event.id)
      lane.forget(one)
    }
    if (lane.ready.size === 0) this.#rounds.leave(lane)
    this.tidy(lane)
    return left
  }
}
