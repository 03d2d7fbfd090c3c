import { Schema } from "effect"

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
