import { Effect, Schema } from "effect"
import { BadControl, control, done, readBody } from "../control/control.ts"
import { EmulatorState } from "../EmulatorState.ts"
import { Tokens, TokenState } from "./Tokens.ts"

const setState = Effect.gen(function* () {
  const { accessToken, state } = yield* readBody(
    Schema.Struct({ accessToken: Schema.NonEmptyString, state: TokenState })
  )
  if (!(yield* EmulatorState).isToken(accessToken)) {
    return yield* new BadControl({ reason: "accessToken: is not the token of any account" })
  }
  yield* (yield* Tokens).setState(accessToken, state)
  return done
})

/** `POST /_emulator/tokens {accessToken, state: "expired" | "valid"}` lets a token expire, or be good again. */
export const layer = control("POST", "/_emulator/tokens", setState)
