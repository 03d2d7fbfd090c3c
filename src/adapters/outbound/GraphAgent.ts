import { Context, Effect, Layer } from "effect"
import * as HttpAgent from "./HttpAgent.ts"

/** One platform host; at 300 ms an answer this is about 400 sends a second. */
const connectionsPerOrigin = 128

const maxOrigins = 8

/** Calls to the platforms, whose address the operator gives: it is trusted, wherever it leads. */
export class GraphAgent extends Context.Service<GraphAgent, HttpAgent.HttpAgent>()(
  "effect-parley/adapters/network/GraphAgent"
) {}

/** Without an address guard, since the addresses come from settings. At most 128 connections to each of 8 origins. */
export const layer: Layer.Layer<GraphAgent> = Layer.effect(
  GraphAgent,
  HttpAgent.make({ name: "platforms", guard: null, ca: Effect.succeed([]), connectionsPerOrigin, maxOrigins })
)
