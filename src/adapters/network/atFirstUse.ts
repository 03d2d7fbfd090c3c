import { Effect, Scope } from "effect"

/**
 * What is made when it is first asked for, and lives as long as this scope; whoever asks meanwhile gets the same one. To
 * load undici takes 30 ms, for which nobody has to wait who starts the service.
 */
export const atFirstUse = Effect.fnUntraced(function* <A, E>(make: Effect.Effect<A, E, Scope.Scope>) {
  return yield* Effect.cached(Scope.provide(make, yield* Effect.scope))
})
