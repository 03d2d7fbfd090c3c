import { Effect, Latch } from "effect"

/** Makes a wake signal: `signal` wakes the worker of this process that waits for `next`. */
export const makeArrival = Effect.map(Latch.make(), (latch) => ({
  announce: Effect.asVoid(latch.open),
  /** Waits for the next announcement; one made since the last call counts. */
  next: Effect.asVoid(Effect.andThen(latch.await, latch.close))
}))
