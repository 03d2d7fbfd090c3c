import { Option, Result, Schema } from "effect"
import { Subject } from "../../domain/access/Member.ts"
import { SessionCaller, SessionTokenInvalid } from "../../domain/access/SessionAccess.ts"
import { userIdOf } from "./subjectUserId.ts"

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
export type EmailVerification = "claim" | "provider"

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
