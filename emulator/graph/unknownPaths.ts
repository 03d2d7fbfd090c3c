import { Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { tokenOf } from "./authenticate.ts"
import type { GraphCall } from "./GraphCall.ts"
import { graphFallback, graphUnroutable } from "./graphEdge.ts"
import { unknownObject, unknownPath } from "./GraphError.ts"

/** What follows the object in the path, and its version: `/edge/more`. */
const restOf = (url: string): string => {
  const [path = ""] = url.replace(/^\/v\d+\.\d+(?=\/|$|\?)/, "").split("?")
  return path.replace(/^\/[^/]*/, "").replace(/\/+$/, "")
}

/** An object that the token may see, under whichever kind. */
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

/** Every path that no endpoint serves, answered in the platform's words. */
export const layer = graphFallback(unknown)

/** The same for paths that cannot be read; for a server that serves nothing else. */
export const wholeServer = graphUnroutable(unknown)
