import { Effect, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { currentAccount, signOut } from "../../../app/signIn.ts"
import type { AccessTokenRefused } from "../../../ports/TokenIssuer.ts"
import { refusal } from "./GoTrueError.ts"
import { queryOf } from "./queryOf.ts"
import { userBody } from "./userBody.ts"

const bearer = /^Bearer (\S+)$/i

const bearerOf = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
  const [, token] = bearer.exec(headers["authorization"] ?? "") ?? []
  return token === undefined
    ? yield* refusal(401, "no_authorization", "This endpoint requires a valid Bearer token")
    : Redacted.make(token)
})

const unverified = "invalid JWT: unable to parse or verify signature"

const refusedTokens = {
  "not verified": `${unverified}, token signature is invalid: signature is invalid`,
  expired: `${unverified}, token has invalid claims: token is expired`,
  "no subject": "invalid claim: missing sub claim"
} satisfies Record<AccessTokenRefused["reason"], string>

const refusals = {
  AccessTokenRefused: ({ reason }: AccessTokenRefused) => refusal(403, "bad_jwt", refusedTokens[reason]),
  UserUnknown: () => refusal(403, "user_not_found", "User from sub claim in JWT does not exist"),
  SignInEnded: () => refusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
}

/** `GET /user`: who the access token belongs to. */
export const user = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  return HttpServerResponse.jsonUnsafe(userBody(yield* Effect.catchTags(currentAccount(token), refusals)))
})

const isScope = Schema.is(Schema.Literals(["global", "local", "others"]))

/** `POST /logout`: ends sessions of whom the access token belongs to. */
export const logout = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const scope = queryOf(request).get("scope") || "global"
  if (!isScope(scope)) return yield* refusal(400, "validation_failed", "Unsupported logout scope")
  yield* Effect.catchTags(signOut(token, scope), refusals)
  return HttpServerResponse.empty({ status: 204 })
})
