import { DateTime, Duration, Schema } from "effect"
import { SignInId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"

/** A session of a signed-in user. It lasts as long as it is refreshed. */
export class SignIn extends Schema.Opaque<SignIn>()(
  Schema.Struct({
    id: SignInId,
    userId: UserId,
    startedAt: Schema.DateTimeUtcFromString,
    refreshedAt: Schema.DateTimeUtcFromString
  })
) {}

/** Unknown address or wrong password. The answer does not say which. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {}

/** No session has the refresh token: it was never issued, it was used more than `idleLimit` ago, or its user signed out. */
export class RefreshTokenUnknown extends Schema.TaggedError<RefreshTokenUnknown>()("RefreshTokenUnknown", {}) {}

/** A token was used twice, so it may be stolen. The session ends for both holders. */
export class RefreshTokenReused extends Schema.TaggedError<RefreshTokenReused>()("RefreshTokenReused", {
  signInId: SignInId
}) {}

/** The session was not refreshed for too long. */
export class SignInExpired extends Schema.TaggedError<SignInExpired>()("SignInExpired", {}) {}

/** The session was ended, by its user or because of a token that was used twice. */
export class SignInEnded extends Schema.TaggedError<SignInEnded>()("SignInEnded", {}) {}

/** The token of a removed user. */
export class UserUnknown extends Schema.TaggedError<UserUnknown>()("UserUnknown", {}) {}

/** Seconds that an access token is good for (contract C70). */
export const accessTokenSeconds = 3_600

/**
 * How long a refresh token may be repeated: a client whose answer was lost, or that asks from two tabs at once. Longer
 * would leave a thief the time to use the token unseen.
 */
const repeatableFor = Duration.seconds(10)

/** How long a session lasts without a refresh. */
export const idleLimit = Duration.days(30)

/** The facts of a refresh token and its session. */
export interface RefreshTokenFacts {
  readonly isSignInEnded: boolean
  readonly refreshedAt: DateTime.Utc
  /** Null: not used yet. */
  readonly usedAt: DateTime.Utc | null
  /** Whether the token issued for it is the one to be used next. */
  readonly isParentOfNext: boolean
}

const isWithin = (span: Duration.Duration, from: DateTime.Utc, at: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(at, DateTime.addDuration(from, span))

/**
 * What becomes of a refresh token that is presented: it is exchanged for the next one, or that one is given once more,
 * or its session is over, or is ended now because the token was used before.
 */
export const judgeRefresh = (
  { isParentOfNext, isSignInEnded, refreshedAt, usedAt }: RefreshTokenFacts,
  at: DateTime.Utc
): "exchange" | "repeat" | "expired" | "reused" => {
  if (isSignInEnded) return "reused"
  if (!isWithin(idleLimit, refreshedAt, at)) return "expired"
  if (usedAt === null) return "exchange"
  return isParentOfNext && isWithin(repeatableFor, usedAt, at) ? "repeat" : "reused"
}

/** Which sessions of a user end when they sign out. */
export const SignOut = Schema.TaggedUnion({
  Everywhere: {},
  Here: { signInId: SignInId },
  Elsewhere: { signInId: SignInId }
})
export type SignOut = Named<typeof SignOut.Type>
