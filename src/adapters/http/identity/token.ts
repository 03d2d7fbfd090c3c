import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { type Grant, refreshSignIn, signIn } from "../../../app/access/signIn.ts"
import { AuditActor } from "../../../domain/access/AuditEntry.ts"
import { accessTokenSeconds } from "../../../domain/access/SignIn.ts"
import { authoredBy } from "../interfaces/RequestFacts.ts"
import { Text } from "../interfaces/requestFields.ts"
import { OAuthError, queryOf, refusal } from "./GoTrueError.ts"
import { wrongCredentials as wrong, clientOf, tooManyAttempts } from "./caller.ts"
import { field, readBody } from "./readBody.ts"
import { userBody } from "./userBody.ts"

/** Maximum length of an address, above that of RFC 5321 §4.5.3.1. */
const maxAddressLength = 320

/** Minimum length of a refresh token, as in GoTrue. */
const shortestRefreshToken = 12

const readCredentials = readBody(Schema.Struct({ email: field, phone: field, password: field }))
const readRefreshToken = readBody(Schema.Struct({ refresh_token: field }))

/** Rejects strings that cannot be a stored e-mail address. */
const mayBeAddress = Schema.is(Text.check(Schema.isMaxLength(maxAddressLength)))

const unknownToken = refusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")

/** The tokens of a session, and its user. */
export const grantBody = ({ accessToken, account, issuedAt, refreshToken }: Grant) => ({
  access_token: Redacted.value(accessToken),
  token_type: "bearer",
  expires_in: accessTokenSeconds,
  expires_at: Math.floor(DateTime.toEpochMillis(issuedAt) / 1_000) + accessTokenSeconds,
  refresh_token: Redacted.value(refreshToken),
  user: userBody(account)
})

const byPassword = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { email: givenEmail, password, phone } = yield* readCredentials(request)
  const email = givenEmail ?? ""
  if (email !== "" && (phone ?? "") !== "") {
    const both = "Only an email address or phone number should be provided on login."
    return yield* refusal(400, "validation_failed", both)
  }
  if ((phone ?? "") !== "") return yield* refusal(422, "phone_provider_disabled", "Phone logins are disabled")
  if (email === "") return yield* refusal(400, "validation_failed", "missing email or phone")
  if (!mayBeAddress(email)) return yield* wrong
  return yield* signIn({ email, password: Redacted.make(password ?? "") }, clientOf(request)).pipe(
    authoredBy(AuditActor.cases.Program.make({})),
    Effect.catchTags({
      WrongCredentials: () => wrong,
      TooManySignInFailures: tooManyAttempts
    })
  )
})

const byRefreshToken = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const token = (yield* readRefreshToken(request)).refresh_token ?? ""
  if (token === "") {
    return yield* new OAuthError({ error: "invalid_request", description: "refresh_token required" })
  }
  if (token.length < shortestRefreshToken) {
    return yield* refusal(400, "validation_failed", "Refresh token is not valid")
  }
  return yield* refreshSignIn(Redacted.make(token)).pipe(
    Effect.catchTags({
      RefreshTokenUnknown: () => unknownToken,
      UserUnknown: () => unknownToken,
      RefreshTokenReused: () => refusal(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
      SignInExpired: () => refusal(400, "session_expired", "Invalid Refresh Token: Session Expired")
    })
  )
})

/** `POST /token`: issues tokens for a password or a refresh token. */
export const token = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  switch (queryOf(request).get("grant_type")) {
    case "password":
      return HttpServerResponse.jsonUnsafe(grantBody(yield* byPassword(request)))
    case "refresh_token":
      return HttpServerResponse.jsonUnsafe(grantBody(yield* byRefreshToken(request)))
    default:
      return yield* refusal(400, "invalid_credentials", "unsupported_grant_type")
  }
})
