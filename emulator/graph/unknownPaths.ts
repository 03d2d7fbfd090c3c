import { Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "./authenticate.ts"
import type { GraphCall } from "./GraphCall.ts"
import { graphFallback, graphUnroutable } from "./graphEdge.ts"
import { unknownObject, unknownPath } from "./GraphError.ts"

/** The path after the object and its version: `/edge/more`. */
const restOf = (url: string): string => {
  const [path = ""] = url.replace(/^\/v\d+\.\d+(?=\/|$|\?)/, "").split("?")
  return path.replace(/^\/[^/]*/, "").replace(/\/+$/, "")
}

/** Whether an object of any kind is visible to the token. */
const exists = (state: EmulatorState["Service"], id: string, token: string): boolean =>
  Option.isSome(state.phoneNumber(id, token)) ||
  state.manages(token, id) ||
  Option.exists(state.sender(id, Option.some(token)), ({ tokens }) => tokens.includes(token))

const unknown = Effect.fnUntraced(function* (call: GraphCall) {
  const state = yield* EmulatorState
  const token = yield* tokenOf(call)
  const rest = restOf(call.url)
  return yield* call.id === "" || (rest !== "" && exists(state, call.id, token))
    ? unknownPath(rest === "" ? "/" : rest)
    : unknownObject(call.method, call.id)
})

/** Serves every path without an endpoint, with the platform's answers. */
export const layer = graphFallback(unknown)

/** Serves also unparseable paths; for a server with no other routes. */
export const wholeServer = graphUnroutable(unknown)
