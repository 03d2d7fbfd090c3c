import { Context, Effect, Latch, Layer } from "effect"

/** Makes a wake signal: `signal` wakes the worker of this process that waits for `next`. */
export const makeWakeSignal = Effect.map(Latch.make(), (latch) => ({
  signal: Effect.asVoid(latch.open),
  /** `signal` for callbacks. */
  signalUnsafe: (): void => void latch.openUnsafe(),
  /** Waits for the next signal; a signal since the last call counts. */
  next: Effect.asVoid(Effect.andThen(latch.await, latch.close))
}))

/** Wakes the inbound worker of this process after deliveries are committed. */
export class InboundWakeSignal extends Context.Service<
  InboundWakeSignal,
  {
    readonly signal: Effect.Effect<void>
    /** Waits for the next signal; a signal since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/InboundWakeSignal") {}

export const layer = Layer.effect(InboundWakeSignal, makeWakeSignal)
