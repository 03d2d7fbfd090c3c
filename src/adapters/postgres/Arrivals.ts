import { Context, type Effect, Layer } from "effect"
import { makeArrival } from "./makeArrival.ts"

/** Tells the delivery worker of this process that something was put into the queue, after it is committed. */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    readonly announce: Effect.Effect<void>
    /** Waits for the next announcement; one made since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/Arrivals") {}

export const layer = Layer.effect(Arrivals, makeArrival)
