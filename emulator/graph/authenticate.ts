import { DateTime, Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { expiredSubcode, expiredText, Tokens } from "../tokens/Tokens.ts"
import type { GraphCall } from "./GraphCall.ts"
import { refusal, unknownObject } from "./GraphError.ts"

const wrongProof = refusal(100, {
  message: "Invalid appsecret_proof provided in the API argument",
  type: "GraphMethodException"
})

/** The refusal of a token that the platform did not issue. */
export const unknownToken = refusal(190, { message: "Invalid OAuth access token - Cannot parse access token" })

/**
 * The token of a call, when the platform issued it and it has not expired. Whether it permits the call shows at the
 * object. A proof that the caller has the app's secret need not be given, but must be right.
 */
export const tokenOf = Effect.fnUntraced(function* ({ params, token }: GraphCall) {
  const state = yield* EmulatorState
  const tokens = yield* Tokens
  if (Option.isNone(token)) return yield* refusal(104)
  if (!state.isToken(token.value)) return yield* unknownToken
  const expiredAt = yield* tokens.expiredAt(token.value)
  if (Option.isSome(expiredAt)) {
    return yield* refusal(190, {
      message: expiredText(expiredAt.value, yield* DateTime.now),
      subcode: expiredSubcode
    })
  }
  const { appsecret_proof: proof } = params
  if (proof !== undefined && !(yield* tokens.isProof(token.value, String(proof)))) return yield* wrongProof
  return token.value
})

/** Answers for an object without an owner. A token is required all the same. */
export const ofNobody = Effect.fnUntraced(function* (call: GraphCall) {
  yield* tokenOf(call)
  return yield* unknownObject(call.method, call.id)
})
