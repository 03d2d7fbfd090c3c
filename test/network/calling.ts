import { Effect } from "effect"
import * as HttpAgent from "../../src/adapters/outbound/HttpAgent.ts"
import type { HttpAgentOptions } from "../../src/adapters/outbound/undiciAgent.ts"
import type { HttpCall } from "../../src/adapters/outbound/HttpCall.ts"

/** An agent that trusts every address; few connections, so that tests meet its limits. */
export const trusting = (options: Partial<HttpAgentOptions> = {}) =>
  HttpAgent.make({
    name: "test",
    guard: null,
    ca: Effect.succeed([]),
    connectionsPerOrigin: 2,
    maxOrigins: 2,
    ...options
  })

/** A GET, unless said otherwise. */
export const calling = (url: string, changes: Partial<HttpCall> = {}): HttpCall => ({
  method: "GET",
  url,
  headers: {},
  body: null,
  deadline: "15 seconds",
  maxResponseBytes: 16_384,
  ...changes
})

export const text = (body: Uint8Array): string => new TextDecoder().decode(body)
