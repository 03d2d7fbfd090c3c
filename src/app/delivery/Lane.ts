import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import { ConversationChains } from "./ConversationChains.ts"
import { type InLine, Line } from "../../collections/Line.ts"
import type { ReceiverWindow } from "./ReceiverWindow.ts"
import type { ScheduledDelivery } from "./ScheduledDelivery.ts"

/** Most deliveries of an organization in memory. */
export const maxPerLane = 256

/** Most of one whose receiver is slow: they would only stay long, and there may be many such receivers. */
export const maxPerSlowLane = 16

/** Whoever put deliveries into a lane, and starts the calls when it is their turn. */
export interface LaneOwner {
  start(delivery: ScheduledDelivery): void
}

/** What is in memory of one organization. */
export class Lane implements InLine<Lane> {
  line: Line<Lane> | null = null
  before: Lane | null = null
  after: Lane | null = null

  readonly organizationId: OrganizationId
  readonly owner: LaneOwner
  /** The subscription as it was last seen. */
  webhook: Webhook
  receiver: ReceiverWindow
  /** Nothing is started while nothing may be sent. */
  isPaused = false
  /** What may be attempted as soon as there is room for it. */
  readonly ready = new Line<ScheduledDelivery>()
  readonly chains = new ConversationChains()
  /** Everything of it, also what is being attempted or recorded. */
  size = 0
  /** Those of them that wait in the store too. */
  waiting = 0
  /** When it was last looked for what is due, in epoch milliseconds. */
  lookedAt = Number.NEGATIVE_INFINITY

  constructor(organizationId: OrganizationId, owner: LaneOwner, webhook: Webhook, receiver: ReceiverWindow) {
    this.organizationId = organizationId
    this.owner = owner
    this.webhook = webhook
    this.receiver = receiver
  }

  get limit(): number {
    return this.receiver.isSlow ? maxPerSlowLane : maxPerLane
  }

  /** Whether it is worth it to fetch more. */
  get isHalfEmpty(): boolean {
    return this.size * 2 <= this.limit
  }

  add(one: ScheduledDelivery): void {
    this.size += 1
    if (one.delivery.isWaiting) this.waiting += 1
    if (this.chains.enter(one)) this.ready.push(one)
  }

  /** One that stands in no line any more is gone. */
  forget(one: ScheduledDelivery): void {
    this.size -= 1
    if (one.delivery.isWaiting) this.waiting -= 1
  }

  /** Takes everything out of its line that is not being attempted, in the order in which it would have been. */
  empty(): ReadonlyArray<ScheduledDelivery> {
    const left: Array<ScheduledDelivery> = []
    for (let one = this.ready.shift(); one !== null; one = this.ready.shift()) {
      left.push(one)
      if (one.chain !== null) left.push(...this.chains.dissolve(one.chain))
    }
    left.push(...this.chains.loosen())
    return left
  }
}
