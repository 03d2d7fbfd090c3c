import { Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import type { GraphCall } from "./GraphCall.ts"
import { refusal, unknownObject } from "./GraphError.ts"

/** The token of a call, when the platform issued it. Whether it may do what is asked shows at the object. */
export const tokenOf = Effect.fnUntraced(function* ({ token }: GraphCall) {
  const state = yield* EmulatorState
  if (Option.isNone(token)) return yield* refusal(104)
  if (!state.isToken(token.value)) {
    return yield* refusal(190, { message: "Invalid OAuth access token - Cannot parse access token" })
  }
  return token.value
})

/** Answers for an object that is nobody's; a token is asked for all the same. */
export const ofNobody = Effect.fnUntraced(function* (call: GraphCall) {
  yield* tokenOf(call)
  return yield* unknownObject(call.method, call.id)
})
