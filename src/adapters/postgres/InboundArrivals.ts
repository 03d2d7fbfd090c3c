import { Context, Effect, Latch, Layer } from "effect"

/** Tells the inbound worker of this process that there is something to act on, after it is committed. */
export class InboundArrivals extends Context.Service<
  InboundArrivals,
  {
    readonly announce: Effect.Effect<void>
    /** Waits for the next announcement; one made since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/InboundArrivals") {}

export const layer = Layer.effect(
  InboundArrivals,
  Effect.map(Latch.make(), (latch) =>
    InboundArrivals.of({
      announce: Effect.asVoid(latch.open),
      next: Effect.andThen(latch.await, latch.close).pipe(Effect.asVoid)
    })
  )
)
