import { Context, type Effect } from "effect"

/** All store calls inside `atomically` take effect together or not at all. No call to the outside belongs inside. */
export class Transaction extends Context.Service<
  Transaction,
  {
    atomically<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
  }
>()("effect-parley/ports/Transaction") {}
