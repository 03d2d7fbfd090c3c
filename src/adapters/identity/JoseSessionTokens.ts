import * as HttpAgent from "../outbound/HttpAgent.ts"
import * as JwksKeys from "./JwksKeys.ts"
import { DateTime, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Subject } from "../../domain/access/Member.ts"
import { SessionCaller, SessionTokenExpired, SessionTokenInvalid } from "../../domain/access/SessionAccess.ts"
import { userIdOf } from "./subjectUserId.ts"
import { createHash, timingSafeEqual } from "node:crypto"
import { SessionTokens } from "../../ports/access/IdentityProvider.ts"
import { type VerificationKey, headerOf, verifyJwt } from "./verifyJwt.ts"

/** Whether the top-level role is the service's. Users and applications can write `user_metadata` and `app_metadata`. */
const isService = Schema.is(Schema.Struct({ role: Schema.Literal("service_role") }))

const issuerOf = Schema.decodeUnknownOption(Schema.Struct({ iss: Schema.String }))

const audienceOf = Schema.decodeUnknownOption(
  Schema.Struct({ aud: Schema.Union([Schema.String, Schema.Array(Schema.String)]) })
)
const hasAudience = Schema.is(Schema.Struct({ aud: Schema.Unknown }))

/** The audience of GoTrue's user tokens, also the default for tokens without one. */
const usualAudience = "authenticated"

const isForUsers = (claims: unknown, expected: Option.Option<string>): boolean => {
  if (Option.isNone(expected) && !hasAudience(claims)) return true
  const audience = Option.getOrElse(expected, () => usualAudience)
  return Option.exists(audienceOf(claims), ({ aud }) => [aud].flat().includes(audience))
}

const subjectOf = Schema.decodeUnknownOption(Schema.Struct({ sub: Subject }))
const addressOf = Schema.decodeUnknownOption(Schema.Struct({ email: Schema.NonEmptyString }))

/** Whether the claim is set; some providers write it as text. */
const isVerified = Schema.is(Schema.Struct({ email_verified: Schema.Literals([true, "true"]) }))
const saysUnverified = Schema.is(Schema.Struct({ email_verified: Schema.Unknown }))
const isAnonymous = Schema.is(Schema.Struct({ is_anonymous: Schema.Literal(true) }))

/** The rule for verified addresses: their claim, or all, because the provider verifies before it issues tokens. */
type EmailVerification = "claim" | "provider"

/**
 * Whether the address is verified. Only the top-level claim counts, because users of GoTrue can write `user_metadata`.
 */
const vouchesForEmail = (claims: unknown, verification: EmailVerification): boolean =>
  isVerified(claims) || (verification === "provider" && !saysUnverified(claims) && !isAnonymous(claims))

export interface ExpectedClaims {
  /** The required issuer of the token. None: every holder of the key may issue. */
  readonly issuer: Option.Option<string>
  /** The required audience of user tokens. None: GoTrue's, or none. */
  readonly audience: Option.Option<string>
  readonly emailVerification: EmailVerification
  /** Whether the token was signed with the shared secret. */
  readonly isShared: boolean
}

const isIssuedBy = (claims: unknown, issuer: string): boolean =>
  Option.exists(issuerOf(claims), ({ iss }) => iss === issuer)

/**
 * The caller in the claims of a token with a valid signature (platforms P19). The service role needs neither subject
 * nor audience. With a shared secret its issuer does not matter either: such keys have their own, and a holder of the
 * signing key could write any.
 */
export const callerOf = (
  claims: unknown,
  { audience, emailVerification, isShared, issuer }: ExpectedClaims
): Result.Result<SessionCaller, SessionTokenInvalid> => {
  const refuse = (reason: SessionTokenInvalid["reason"]) => Result.fail(new SessionTokenInvalid({ reason }))
  const ours = Option.match(issuer, { onNone: () => true, onSome: (expected) => isIssuedBy(claims, expected) })
  if (isService(claims)) {
    return ours || isShared ? Result.succeed(SessionCaller.cases.Service.make({})) : refuse("other issuer")
  }
  if (!ours) return refuse("other issuer")
  if (!isForUsers(claims, audience)) return refuse("other audience")
  return Option.match(subjectOf(claims), {
    onNone: () => refuse("no subject"),
    onSome: ({ sub }) => {
      const email = Option.getOrNull(Option.map(addressOf(claims), (address) => address.email))
      const verified = email !== null && vouchesForEmail(claims, emailVerification) ? { isEmailVerified: true } : {}
      return Result.succeed(SessionCaller.cases.User.make({ userId: userIdOf(sub), email, ...verified }))
    }
  })
}

/** Maximum length of a token in characters: half of Node's limit for all headers. */
export const maxTokenLength = 8_192

export interface SessionTokenKeys {
  /** The secret of HS256, shared with the identity provider. */
  readonly secret: Option.Option<Redacted.Redacted>
  /** The URL of the identity provider's keys, trusted because the operator sets it. */
  readonly jwksUrl: Option.Option<string>
  /** The text that authenticates the service role without a JWT. */
  readonly serviceKey: Option.Option<Redacted.Redacted>
  readonly issuer: Option.Option<string>
  /** The required audience of user tokens. None: GoTrue's, or none. */
  readonly audience?: Option.Option<string>
  /** By the claim, by default. */
  readonly emailVerification?: EmailVerification
}

const sha256 = (text: string) => createHash("sha256").update(text).digest()

/** Compares in constant time, independent of the text and its length. */
const equals = (text: Option.Option<Redacted.Redacted>) => {
  const expected = Option.map(text, (value) => sha256(Redacted.value(value)))
  return (candidate: string): boolean => Option.exists(expected, (hash) => timingSafeEqual(hash, sha256(candidate)))
}

const sharedKey = (secret: Redacted.Redacted): VerificationKey => ({
  key: new TextEncoder().encode(Redacted.value(secret)),
  algorithm: "HS256"
})

/** Connections to one host for one document. */
const connections = { name: "keys", guard: null, ca: Effect.succeed([]), connectionsPerOrigin: 1, maxOrigins: 1 }

const invalid = (reason: SessionTokenInvalid["reason"]) => new SessionTokenInvalid({ reason })

/** Verifies with an agent that fetches the keys. */
export const make = Effect.fnUntraced(function* (agent: HttpAgent.HttpAgent, options: SessionTokenKeys) {
  const { audience = Option.none(), emailVerification = "claim", issuer, jwksUrl, secret, serviceKey } = options
  const isServiceKey = equals(serviceKey)
  const shared = Option.map(secret, sharedKey)
  const published = yield* Effect.transposeOption(Option.map(jwksUrl, (url) => JwksKeys.make(agent, url)))

  // The header only selects a configured key; the algorithm is the key's, not the token's.
  const keyOf = Effect.fnUntraced(function* (header: Effect.Success<ReturnType<typeof headerOf>>) {
    if (header.alg === "HS256") return shared
    return Option.isSome(published) ? yield* published.value.find(header) : Option.none()
  })

  // A key may be replaced under the same name or without a name: after a failed signature, the current key is tried.
  const verifiedBy = Effect.fnUntraced(function* (
    text: string,
    header: Effect.Success<ReturnType<typeof headerOf>>,
    key: VerificationKey
  ) {
    const now = yield* DateTime.now
    return yield* verifyJwt(text, key, now).pipe(
      Effect.catch((failure) =>
        Option.isNone(published) || key.algorithm === "HS256"
          ? failure
          : Effect.flatMap(
              published.value.replacementOf(key, header),
              Option.match({ onNone: () => failure, onSome: (current) => verifyJwt(text, current, now) })
            )
      )
    )
  })

  return SessionTokens.of({
    verify: Effect.fn("JoseSessionTokens.verify")(function* (token) {
      const text = Redacted.value(token)
      if (text.length > maxTokenLength) return yield* invalid("too long")
      if (isServiceKey(text)) return SessionCaller.cases.Service.make({})

      const header = yield* Effect.mapError(headerOf(text), () => invalid("not a token"))
      const key = yield* keyOf(header)
      if (Option.isNone(key)) return yield* invalid("unknown key")
      const { isExpired, payload } = yield* verifiedBy(text, header, key.value).pipe(
        Effect.mapError(() => invalid("not verified"))
      )
      const isShared = key.value.algorithm === "HS256"
      const caller = yield* Effect.fromResult(callerOf(payload, { issuer, audience, emailVerification, isShared }))
      return isExpired ? yield* new SessionTokenExpired() : caller
    })
  })
})

export const layer = (options: SessionTokenKeys) =>
  Layer.effect(
    SessionTokens,
    Effect.flatMap(HttpAgent.make(connections), (agent) => make(agent, options))
  )
