import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { currentAccount, signOut } from "../../../app/access/signIn.ts"
import type { AccessTokenRefused } from "../../../ports/access/IdentityProvider.ts"
import type { Account } from "../../../ports/access/SignIns.ts"
import { queryOf, refusal } from "./GoTrueError.ts"

/** A user in GoTrue's field order (platforms P17). There is no e-mail confirmation, so addresses count as confirmed. */
export const userBody = ({ lastSignInAt, user: { createdAt, email, id } }: Account) => {
  const created = DateTime.formatIso(createdAt)
  const signedIn = lastSignInAt === null ? {} : { last_sign_in_at: DateTime.formatIso(lastSignInAt) }
  const updated = lastSignInAt === null ? created : DateTime.formatIso(lastSignInAt)
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    email_confirmed_at: created,
    phone: "",
    confirmed_at: created,
    ...signedIn,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { email, email_verified: true, phone_verified: false, sub: id },
        provider: "email",
        ...signedIn,
        created_at: created,
        updated_at: updated,
        email
      }
    ],
    created_at: created,
    updated_at: updated,
    is_anonymous: false
  }
}

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

/** `GET /user`: the owner of the access token. */
export const user = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  return HttpServerResponse.jsonUnsafe(userBody(yield* Effect.catchTags(currentAccount(token), refusals)))
})

const isScope = Schema.is(Schema.Literals(["global", "local", "others"]))

/** `POST /logout`: ends sessions of the owner of the access token. */
export const logout = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const scope = queryOf(request).get("scope") || "global"
  if (!isScope(scope)) return yield* refusal(400, "validation_failed", "Unsupported logout scope")
  yield* Effect.catchTags(signOut(token, scope), refusals)
  return HttpServerResponse.empty({ status: 204 })
})
