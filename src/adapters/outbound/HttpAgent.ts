import { Effect } from "effect"
import { atFirstUse } from "./atFirstUse.ts"
import type { ConnectorOptions } from "./Connector.ts"
import type { HttpAnswer, HttpCall } from "./HttpCall.ts"
import type { HttpFailure } from "./HttpFailure.ts"
import type { OriginPoolsOptions } from "./OriginPools.ts"

/** Makes HTTP/1.1 calls without following redirects. Every status is an answer. Only `repeatable` calls are repeated. */
export interface HttpAgent {
  /** Interrupting it aborts the call and destroys its connection. */
  request(call: HttpCall): Effect.Effect<HttpAnswer, HttpFailure>
}

export interface HttpAgentOptions
  extends ConnectorOptions, Pick<OriginPoolsOptions, "name" | "connectionsPerOrigin" | "maxOrigins"> {}

const load = Effect.promise(() => import("./undiciAgent.ts"))

/** An agent whose connections live as long as the scope. The deadline of a call does not count what it waits for undici. */
export const make = Effect.fnUntraced(function* (options: HttpAgentOptions) {
  let made: HttpAgent | null = null
  const making = yield* atFirstUse(
    Effect.map(
      Effect.flatMap(load, ({ undiciAgent }) => undiciAgent(options)),
      (agent) => (made = agent)
    )
  )
  const agent: HttpAgent = {
    // Without a step more than the call itself, once it is there.
    request: (call) => (made === null ? Effect.flatMap(making, ({ request }) => request(call)) : made.request(call))
  }
  return agent
})
