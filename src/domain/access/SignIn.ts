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

/** Seconds that an access token is good for (contract: Limits). */
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

/** Too many wrong passwords: by the origin for the account, for the account, or by the origin. */
export class TooManySignInFailures extends Schema.TaggedError<TooManySignInFailures>()("TooManySignInFailures", {
  retryAfterSeconds: Schema.Int
}) {}

/** The number of wrong passwords that are allowed within a window. */
export interface SignInLimit {
  readonly failures: number
  readonly windowMillis: number
}

const minute = 60_000

/** Limits one origin for one account: a person who mistypes. */
export const pairLimit: SignInLimit = { failures: 5, windowMillis: 5 * minute }

/**
 * For one account, from all origins together: a distributed guess. It takes ten origins to reach it, and origins from
 * which the account has been signed in to are let pass all the same.
 */
export const accountLimit: SignInLimit = { failures: 50, windowMillis: 60 * minute }

/**
 * Of one origin, for all accounts together: it stops a few passwords tried on many accounts. An office shares an
 * origin, so the limit is wide, and accounts that have signed in from there before are exempt.
 */
export const originLimit: SignInLimit = { failures: 100, windowMillis: 60 * minute }

/** Instants of wrong passwords in milliseconds, the oldest first. */
export type SignInFailures = ReadonlyArray<number>

/** Those that still count. What a clock that was set back holds to be in the future counts no longer either. */
const recent = ({ windowMillis }: SignInLimit, failures: SignInFailures, at: number): SignInFailures =>
  failures.filter((failedAt) => Math.abs(at - failedAt) < windowMillis)

/** The failures with one more, and without those that no longer count. */
export const withFailure = (limit: SignInLimit, failures: SignInFailures, at: number): SignInFailures => [
  ...recent(limit, failures, at),
  at
]

/** The failures without one of the instant, which turned out to be none. */
export const withoutFailure = (failures: SignInFailures, at: number): SignInFailures => {
  const index = failures.lastIndexOf(at)
  return index === -1 ? failures : failures.toSpliced(index, 1)
}

/** How long an account is familiar from an origin after it was signed in to from there, in milliseconds. */
export const familiarMillis = 90 * 24 * 60 * minute

/** Whole seconds until another password may be tried; 0: at once. */
export const secondsUntilNextTry = (limit: SignInLimit, failures: SignInFailures, at: number): number => {
  const counted = recent(limit, failures, at)
  // Failures beyond the limit come from where the limit does not apply, and wait for the oldest that keeps it full.
  const oldest = counted[counted.length - limit.failures]
  return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + limit.windowMillis - at) / 1_000))
}

/** Failures and pending attempts that count against an attempt. */
export interface SignInRecord {
  readonly pair: SignInFailures
  readonly account: SignInFailures
  readonly origin: SignInFailures
  /** Whether the account has been signed in to from the origin before. */
  readonly isFamiliar: boolean
}

/** Whole seconds until the account may be tried from the origin; 0: at once. */
export const secondsUntilNextAttempt = ({ account, isFamiliar, origin, pair }: SignInRecord, at: number): number =>
  Math.max(
    secondsUntilNextTry(pairLimit, pair, at),
    isFamiliar ? 0 : secondsUntilNextTry(accountLimit, account, at),
    isFamiliar ? 0 : secondsUntilNextTry(originLimit, origin, at)
  )

/** The record with an attempt that counts as a wrong password until its check says otherwise. */
export const withAttempt = (record: SignInRecord, at: number): SignInRecord => ({
  ...record,
  pair: withFailure(pairLimit, record.pair, at),
  account: withFailure(accountLimit, record.account, at),
  origin: withFailure(originLimit, record.origin, at)
})

/** The result of a password check that did not find a wrong password: right, or not checked. */
export type AttemptEnd = "right" | "unchecked"

/**
 * The record once the attempt of the instant was no wrong password. A right one forgives neither the account, which others
 * may be guessing at, nor the origin, whose owner may know one password and guess others.
 */
export const withEnd = (record: SignInRecord, at: number, end: AttemptEnd): SignInRecord => ({
  pair: end === "right" ? [] : withoutFailure(record.pair, at),
  account: withoutFailure(record.account, at),
  origin: withoutFailure(record.origin, at),
  isFamiliar: end === "right" || record.isFamiliar
})
