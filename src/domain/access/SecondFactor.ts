import { DateTime, Duration, Schema } from "effect"
import { FactorId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import type { SignIn } from "./SignIn.ts"

/** Most second factors of a user. */
export const maxFactors = 5

/** Longest name of a factor, in characters. */
export const maxFactorName = 60

/** Recovery codes of a user. Each confirms one sign-in without the device. */
export const recoveryCodeCount = 10

/** Seconds of a time step (RFC 6238, section 5.2). */
export const stepSeconds = 30

/** Steps before and after the current one whose codes are accepted: a clock that is wrong by up to half a minute. */
export const acceptedDrift = 1

/** Digits of a code. */
export const codeDigits = 6

/** Minutes for which a challenge can be answered. */
export const challengeMinutes = 5

/** Minutes after a confirmation within which factors and recovery codes may be changed. */
const freshMinutes = 5

/** A device of a user that generates codes by TOTP (RFC 6238). An unverified one confirms nothing yet. */
export class Factor extends Schema.Opaque<Factor>()(
  Schema.Struct({
    id: FactorId,
    userId: UserId,
    name: Schema.String,
    status: Schema.Literals(["unverified", "verified"]),
    createdAt: Schema.DateTimeUtcFromString,
    updatedAt: Schema.DateTimeUtcFromString
  })
) {}

/** The factors of a user. */
export type Factors = ReadonlyArray<Factor>

/** The code is wrong, was used before, or its time is over. */
export class CodeWrong extends Schema.TaggedError<CodeWrong>()("CodeWrong", {}) {}

/** The user has no factor with this id. */
export class FactorUnknown extends Schema.TaggedError<FactorUnknown>()("FactorUnknown", {}) {}

/** The challenge belongs to another session or factor, or its time is over. */
export class ChallengeExpired extends Schema.TaggedError<ChallengeExpired>()("ChallengeExpired", {}) {}

/** The user has `maxFactors` verified factors. */
export class TooManyFactors extends Schema.TaggedError<TooManyFactors>()("TooManyFactors", {}) {}

/** The session has to be confirmed by a second factor first. `fresh`: within the last minutes. */
export class SecondFactorMissing extends Schema.TaggedError<SecondFactorMissing>()("SecondFactorMissing", {
  reason: Schema.Literals(["pending", "fresh"])
}) {}

/** Assurance of a session: `pending` until a user with factors has confirmed it by one. */
export const Assurance = Schema.Literals(["aal1", "aal2", "pending"])
export type Assurance = Named<typeof Assurance.Type>

/** Whether sign-ins of the user need a second factor. */
export const needsSecondFactor = (factors: Factors): boolean => factors.some(({ status }) => status === "verified")

/** The assurance of a session, of one without a record if `signIn` is null. */
export const assuranceOf = (signIn: Pick<SignIn, "secondFactorAt"> | null, factors: Factors): Assurance => {
  if (signIn !== null && signIn.secondFactorAt !== null) return "aal2"
  return needsSecondFactor(factors) ? "pending" : "aal1"
}

/** Whether the session may change factors: it was just confirmed, or there is none to confirm it by. */
export const mayChangeFactors = (
  signIn: Pick<SignIn, "secondFactorAt"> | null,
  factors: Factors,
  at: DateTime.Utc
): boolean => {
  if (!needsSecondFactor(factors)) return true
  const confirmedAt = signIn?.secondFactorAt ?? null
  return (
    confirmedAt !== null &&
    DateTime.isLessThanOrEqualTo(at, DateTime.addDuration(confirmedAt, Duration.minutes(freshMinutes)))
  )
}

/** The time step of an instant, counted from 1970. */
export const stepAt = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / (stepSeconds * 1_000))

/**
 * Steps whose codes are accepted, the current one first. A code confirms once: the step of the last one and earlier steps
 * are over.
 */
export const acceptedSteps = (at: DateTime.Utc, lastStep: number | null): ReadonlyArray<number> => {
  const current = stepAt(at)
  const drifts = Array.from({ length: acceptedDrift }, (_, index) => index + 1)
  return [current, ...drifts.flatMap((drift) => [current - drift, current + drift])].filter(
    (step) => lastStep === null || step > lastStep
  )
}

/** Whether the text is a code of a device. Any other text can only be a recovery code. */
export const isDeviceCode = (text: string): boolean => /^\d{6}$/.test(text)

/** The code as its user may type it, without spaces and hyphens. */
export const typedCode = (text: string): string => text.replaceAll(/[\s-]+/g, "").toLowerCase()

/** Characters of a recovery code: 80 bits, so a fast hash is secure for storage. */
const recoveryCodeLength = 16

/** A recovery code from a random text of at least 16 characters with five bits each. */
export const recoveryCodeOf = (random: string): string => random.slice(0, recoveryCodeLength)

/** The recovery code as it is shown: in groups of four. */
export const shownRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? code

/** The key of a factor in the form of authenticators: capital letters of base32, 160 bits (RFC 4226, section 4). */
export const factorKeyOf = (random: string): string => random.toUpperCase()

/** The link that authenticators read from a QR code. */
export const otpauthLink = (issuer: string, account: string, key: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${key}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${query}`
}
