import { Effect, Latch } from "effect"

/** Makes a wake signal: `signal` wakes the worker of this process that waits for `next`. */
export const makeWakeSignal = Effect.map(Latch.make(), (latch) => ({
  signal: Effect.asVoid(latch.open),
  /** Waits for the next signal; a signal since the last call counts. */
  next: Effect.asVoid(Effect.andThen(latch.await, latch.close))
}))
