import { Context, Effect, Layer } from "effect"
import * as HttpAgent from "./HttpAgent.ts"

/** Connections to one platform host; at 300 ms per answer, about 400 sends a second. */
const connectionsPerOrigin = 128

const maxOrigins = 8

/** Calls to the platforms, with trusted addresses from the operator. */
export class GraphAgent extends Context.Service<GraphAgent, HttpAgent.HttpAgent>()(
  "effect-parley/adapters/network/GraphAgent"
) {}

/**
 * The agent, without an address guard, since the addresses come from settings. At most 128 connections to each of 8
 * origins.
 */
export const layer: Layer.Layer<GraphAgent> = Layer.effect(
  GraphAgent,
  HttpAgent.make({ name: "platforms", guard: null, ca: Effect.succeed([]), connectionsPerOrigin, maxOrigins })
)
