import type { QueuedDelivery } from "../../domain/Delivery.ts"
import type { Chain } from "./ConversationChains.ts"
import type { Lane } from "./Lane.ts"
import type { InLine, Line } from "../../collections/Line.ts"
import type { Slice } from "./LogProgress.ts"
import type { ReceiverWindow } from "./ReceiverWindow.ts"

/** A delivery in memory. */
export class ScheduledDelivery implements InLine<ScheduledDelivery> {
  line: Line<ScheduledDelivery> | null = null
  before: ScheduledDelivery | null = null
  after: ScheduledDelivery | null = null

  readonly delivery: QueuedDelivery
  readonly lane: Lane
  /** What it was read with; null when it was not read from the log, or the log has been opened anew since. */
  slice: Slice | null
  /** What it waits in or holds up; null when it has no conversation. */
  chain: Chain | null = null
  /** Who is being called. */
  receiver: ReceiverWindow | null = null
  /** Calls to the receiver that there were at once when its own began, with it. */
  abreast = 0

  constructor(delivery: QueuedDelivery, lane: Lane, slice: Slice | null) {
    this.delivery = delivery
    this.lane = lane
    this.slice = slice
  }
}
