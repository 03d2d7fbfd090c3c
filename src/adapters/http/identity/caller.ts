import { Effect, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { SignInClient } from "../../../app/access/signIn.ts"
import { maxPasswordLength, minPasswordLength } from "../../../domain/access/Member.ts"
import type { SecondFactorMissing } from "../../../domain/access/SecondFactor.ts"
import type { TooManySignInFailures } from "../../../domain/access/SignIn.ts"
import type { AccessTokenRefused } from "../../../ports/access/IdentityProvider.ts"
import { networkOf } from "../server/clientOf.ts"
import { refusal } from "./GoTrueError.ts"

/** Network and program of the caller. */
export const clientOf = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): SignInClient => ({
  origin: networkOf(Option.getOrElse(remoteAddress, () => "")),
  userAgent: headers["user-agent"] ?? ""
})

export const wrongCredentials = refusal(400, "invalid_credentials", "Invalid login credentials")

export const tooManyAttempts = ({ retryAfterSeconds }: TooManySignInFailures) =>
  refusal(429, "over_request_rate_limit", "Request rate limit reached", retryAfterSeconds)

export const passwordLength = refusal(
  422,
  "weak_password",
  `Password should have ${minPasswordLength} to ${maxPasswordLength} characters`
)

const missingFactor = {
  pending: "AAL2 session is required",
  fresh: "A code of a second factor is required within the last minutes"
} satisfies Record<SecondFactorMissing["reason"], string>

const bearer = /^Bearer (\S+)$/i

/** The token of the header `Authorization`. */
export const bearerOf = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
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

/** Answers to tokens that are not good (any longer), for `Effect.catchTags`. */
export const tokenRefusals = {
  AccessTokenRefused: ({ reason }: AccessTokenRefused) => refusal(403, "bad_jwt", refusedTokens[reason]),
  UserUnknown: () => refusal(403, "user_not_found", "User from sub claim in JWT does not exist"),
  SignInEnded: () => refusal(403, "session_not_found", "Session from session_id claim in JWT does not exist")
}

/** The same, also for a session that a second factor has to confirm first. */
export const confirmedRefusals = {
  ...tokenRefusals,
  SecondFactorMissing: ({ reason }: SecondFactorMissing) => refusal(403, "insufficient_aal", missingFactor[reason])
}
