import { Effect, Scope } from "effect"

/**
 * Makes a value at its first use, and keeps it as long as this scope. Concurrent callers share it. Loading undici takes
 * 30 ms, which the start of the service therefore does not wait for.
 */
export const atFirstUse = Effect.fnUntraced(function* <A, E>(make: Effect.Effect<A, E, Scope.Scope>) {
  return yield* Effect.cached(Scope.provide(make, yield* Effect.scope))
})
