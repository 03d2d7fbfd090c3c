import { Effect, Option } from "effect"
import { tokenOf, unknownToken } from "../graph/authenticate.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { Tokens } from "./Tokens.ts"

/** The default id of the app that all tokens were issued to. */
export const app = { id: "1517776481860111", name: "Emulated App" }

const appToken = /^(\d+)\|(.+)$/

/**
 * The id of the app that a call about the app itself is made for. An app's own token is its id and its secret, of which
 * any will do when the platform knows no secret; the token of an account is good as well.
 */
export const appOf = Effect.fnUntraced(function* (call: GraphCall) {
  const [, id = "", secret = ""] = appToken.exec(Option.getOrElse(call.token, () => "")) ?? []
  if (id === "") {
    yield* tokenOf(call)
    return app.id
  }
  return (yield* (yield* Tokens).isAppSecret(secret)) ? id : yield* unknownToken
})
