import { Effect, Latch } from "effect"

/** Tells one who waits in this process that there is something to do. */
export const makeArrival = Effect.map(Latch.make(), (latch) => ({
  announce: Effect.asVoid(latch.open),
  /** Waits for the next announcement; one made since the last call counts. */
  next: Effect.asVoid(Effect.andThen(latch.await, latch.close))
}))
