import type { LogPlace } from "../../ports/DeliveryQueue.ts"
import type { Slice } from "./LogProgress.ts"

/** An organization that has more than there is room for: its log is read by itself, from its own place. */
export interface Behind {
  place: LogPlace
  /** Where it fell behind. The shard is not settled beyond it. */
  readonly slice: Slice
  /** When it fell behind, in epoch milliseconds. */
  readonly since: number
  /** When it is worth a try again, in epoch milliseconds. */
  notBefore: number
}

/**
 * After this time, in milliseconds, what an organization has more than there is room for waits in the store: a receiver
 * that never catches up would keep the shard's place where it fell behind.
 */
export const longestBehind = 600_000

export const isLongBehind = ({ since }: Behind, now: number): boolean => now - since >= longestBehind
