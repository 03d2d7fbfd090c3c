import { Context, type Effect, Layer } from "effect"
import { makeArrival } from "./makeArrival.ts"

/** Tells the inbound worker of this process that there is something to act on, after it is committed. */
export class InboundArrivals extends Context.Service<
  InboundArrivals,
  {
    readonly announce: Effect.Effect<void>
    /** Waits for the next announcement; one made since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/InboundArrivals") {}

export const layer = Layer.effect(InboundArrivals, makeArrival)
