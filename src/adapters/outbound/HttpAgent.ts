import { Effect, Scope } from "effect"
import type { HttpAgent } from "./HttpCall.ts"
import type { HttpAgentOptions } from "./undiciAgent.ts"

export type { HttpAgent } from "./HttpCall.ts"

/**
 * Creates a value on first use, for the lifetime of the current scope. Concurrent callers share it. Loading undici
 * takes 30 ms, which the start of the service therefore does not wait for.
 */
export const atFirstUse = Effect.fnUntraced(function* <A, E>(make: Effect.Effect<A, E, Scope.Scope>) {
  return yield* Effect.cached(Scope.provide(make, yield* Effect.scope))
})

const load = Effect.promise(() => import("./undiciAgent.ts"))

/** An agent whose connections live as long as the scope. The deadline of a call does not include loading undici. */
export const make = Effect.fnUntraced(function* (options: HttpAgentOptions) {
  let made: HttpAgent | null = null
  const making = yield* atFirstUse(
    Effect.map(
      Effect.flatMap(load, ({ undiciAgent }) => undiciAgent(options)),
      (agent) => (made = agent)
    )
  )
  const agent: HttpAgent = {
    // Once loaded, the call has no additional step.
    request: (call) => (made === null ? Effect.flatMap(making, ({ request }) => request(call)) : made.request(call))
  }
  return agent
})
