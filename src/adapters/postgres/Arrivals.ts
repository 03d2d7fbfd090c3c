import { Context, Effect, Latch, Layer } from "effect"

/** Tells the delivery worker of this process that something was put into the queue, after it is committed. */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    readonly announce: Effect.Effect<void>
    /** Waits for the next announcement; one made since the last call counts. */
    readonly next: Effect.Effect<void>
  }
>()("effect-parley/adapters/postgres/Arrivals") {}

export const layer = Layer.effect(
  Arrivals,
  Effect.map(Latch.make(), (latch) =>
    Arrivals.of({
      announce: Effect.asVoid(latch.open),
      next: Effect.andThen(latch.await, latch.close).pipe(Effect.asVoid)
    })
  )
)
