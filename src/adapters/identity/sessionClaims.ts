import { Option, Result, Schema } from "effect"
import { UserId } from "../../domain/Ids.ts"
import { SessionCaller, SessionTokenInvalid } from "../../domain/access/SessionCaller.ts"

/** Only at the top level: what users and applications write about users is in `user_metadata` and `app_metadata`. */
const isService = Schema.is(Schema.Struct({ role: Schema.Literal("service_role") }))

const issuerOf = Schema.decodeUnknownOption(Schema.Struct({ iss: Schema.String }))

const isForUsers = Schema.is(
  Schema.Struct({
    aud: Schema.optionalKey(
      Schema.Union([
        Schema.Literal("authenticated"),
        Schema.Array(Schema.String).check(
          Schema.makeFilter((audiences) => audiences.includes("authenticated"), {
            expected: "authenticated among them"
          })
        )
      ])
    )
  })
)

const subjectOf = Schema.decodeUnknownOption(Schema.Struct({ sub: UserId }))
const addressOf = Schema.decodeUnknownOption(Schema.Struct({ email: Schema.NonEmptyString }))

export interface ExpectedClaims {
  /** The required issuer of the token. None: every holder of the key may issue. */
  readonly issuer: Option.Option<string>
  /** Whether the token was signed with the shared secret. */
  readonly isShared: boolean
}

const isIssuedBy = (claims: unknown, issuer: string): boolean =>
  Option.exists(issuerOf(claims), ({ iss }) => iss === issuer)

/**
 * Who calls, by the claims of a token whose signature is good (platforms P19). The service role needs neither
 * subject nor audience. Nor does its issuer matter when the secret is shared: such keys name one of their own, and
 * a holder of the signing key could write any.
 */
export const callerOf = (
  claims: unknown,
  { isShared, issuer }: ExpectedClaims
): Result.Result<SessionCaller, SessionTokenInvalid> => {
  const refuse = (reason: SessionTokenInvalid["reason"]) => Result.fail(new SessionTokenInvalid({ reason }))
  const ours = Option.match(issuer, { onNone: () => true, onSome: (expected) => isIssuedBy(claims, expected) })
  if (isService(claims)) {
    return ours || isShared ? Result.succeed(SessionCaller.cases.Service.make({})) : refuse("other issuer")
  }
  if (!ours) return refuse("other issuer")
  if (!isForUsers(claims)) return refuse("other audience")
  return Option.match(subjectOf(claims), {
    onNone: () => refuse("no subject"),
    onSome: ({ sub }) => {
      const email = Option.getOrNull(Option.map(addressOf(claims), (address) => address.email))
      return Result.succeed(SessionCaller.cases.User.make({ userId: UserId.make(sub.toLowerCase()), email }))
    }
  })
}
