import { Context } from "effect"

/** Timing of the owner of a delivery shard, in milliseconds. */
export interface DeliveryTiming {
  /**
   * How often the outbox and the retry queue are polled without a wake signal. Infinity where no other process adds
   * deliveries: then only due times wake the owner.
   */
  readonly pollInterval: number
  /** How long calls in flight may take when a shard is released. Then they are interrupted, and made again. */
  readonly shutdownPatience: number
}

/** Polls every 2 seconds and waits 8 seconds at the end, unless another timing is given. */
export const DeliveryTiming = Context.Reference<DeliveryTiming>("effect-parley/ports/DeliveryTiming", {
  defaultValue: () => ({ pollInterval: 2_000, shutdownPatience: 8_000 })
})
