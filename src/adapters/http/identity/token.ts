import { ByteSize, DateTime, Effect, Option, Redacted, Schema, SchemaIssue } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isUtf8 } from "node:buffer"
import { type Grant, refreshSignIn, signIn } from "../../../app/access/signIn.ts"
import { AuditActor } from "../../../domain/access/AuditEntry.ts"
import { accessTokenSeconds } from "../../../domain/access/SignIn.ts"
import { authoredBy } from "../interfaces/RequestFacts.ts"
import { Text } from "../interfaces/requestFields.ts"
import { networkOf } from "../server/clientOf.ts"
import { OAuthError, queryOf, refusal } from "./GoTrueError.ts"
import { userBody } from "./account.ts"

/** Maximum body size: ample for an address, a password and fields that clients add. */
const maxBodySize = ByteSize.kibibytes(16)

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const badJson = (problem: string) => refusal(400, "bad_json", `Could not parse request body as JSON: ${problem}`)

/** Names the field and never its value. */
const problemOf = ({ issue }: Schema.SchemaError): string => {
  const [first] = issuesOf(issue).issues
  const [field] = (first?.path ?? []).map((key) => String(typeof key === "object" ? key.key : key))
  return field === undefined ? "not an object" : `${field} is not a text`
}

/** Reads the body of a request. Unknown fields are ignored. */
const readBody = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const bytes = yield* request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBodySize),
      Effect.mapError(({ reason }) =>
        reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
          ? refusal(413, "validation_failed", "Request body is too large")
          : badJson("it could not be read")
      )
    )
    if (!isUtf8(bytes)) return yield* badJson("not valid UTF-8")
    const text = new TextDecoder().decode(bytes)
    const json = yield* Effect.mapError(parse(text), () => badJson("not valid JSON"))
    return yield* Effect.mapError(decode(json), (error) => badJson(problemOf(error)))
  })
}

/** Maximum length of an address, above that of RFC 5321 §4.5.3.1. */
const maxAddressLength = 320

/** Minimum length of a refresh token, as in GoTrue. */
const shortestRefreshToken = 12

/** A text field. An absent field counts as the empty text, as in Go. */
const field = Schema.optionalKey(Schema.NullOr(Schema.String))

const readCredentials = readBody(Schema.Struct({ email: field, phone: field, password: field }))
const readRefreshToken = readBody(Schema.Struct({ refresh_token: field }))

/** Rejects strings that cannot be a stored e-mail address. */
const mayBeAddress = Schema.is(Text.check(Schema.isMaxLength(maxAddressLength)))

const wrong = refusal(400, "invalid_credentials", "Invalid login credentials")
const unknownToken = refusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")

const grantAnswer = ({ accessToken, account, issuedAt, refreshToken }: Grant) =>
  HttpServerResponse.jsonUnsafe({
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
  const origin = networkOf(Option.getOrElse(request.remoteAddress, () => ""))
  return yield* signIn({ email, password: Redacted.make(password ?? ""), origin }).pipe(
    authoredBy(AuditActor.cases.Program.make({})),
    Effect.catchTags({
      WrongCredentials: () => wrong,
      TooManySignInFailures: ({ retryAfterSeconds }) =>
        refusal(429, "over_request_rate_limit", "Request rate limit reached", retryAfterSeconds)
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
      return grantAnswer(yield* byPassword(request))
    case "refresh_token":
      return grantAnswer(yield* byRefreshToken(request))
    default:
      return yield* refusal(400, "invalid_credentials", "unsupported_grant_type")
  }
})
