import { Schema } from "effect"

/** Too many wrong passwords for the address, or from the place. */
export class TooManySignInFailures extends Schema.TaggedError<TooManySignInFailures>()("TooManySignInFailures", {
  retryAfterSeconds: Schema.Int
}) {}

/** So many wrong passwords are let pass within the window. */
export const maxFailures = 5

/** Milliseconds after which a wrong password is forgotten. */
export const failureWindow = 5 * 60 * 1_000

/** Instants of wrong passwords in milliseconds, the oldest first. */
export type SignInFailures = ReadonlyArray<number>

/** Those that still count. What a clock that was set back holds to be in the future counts no longer either. */
const recent = (failures: SignInFailures, at: number): SignInFailures =>
  failures.filter((failedAt) => Math.abs(at - failedAt) < failureWindow)

export const withFailure = (failures: SignInFailures, at: number): SignInFailures => [...recent(failures, at), at]

/** Whole seconds until another password may be tried; 0: at once. */
export const secondsUntilNextTry = (failures: SignInFailures, at: number): number => {
  const counted = recent(failures, at)
  const [oldest] = counted
  return oldest === undefined || counted.length < maxFailures
    ? 0
    : Math.max(1, Math.ceil((oldest + failureWindow - at) / 1_000))
}
