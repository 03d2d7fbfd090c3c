import { DateTime, Effect, Option, Redacted } from "effect"
import { FactorId } from "../../domain/Ids.ts"
import {
  ChallengeExpired,
  CodeWrong,
  type Factor,
  FactorUnknown,
  SecondFactorMissing,
  TooManyFactors,
  acceptedSteps,
  assuranceOf,
  challengeMinutes,
  factorKeyOf,
  isDeviceCode,
  maxFactorName,
  maxFactors,
  mayChangeFactors,
  needsSecondFactor,
  otpauthLink,
  recoveryCodeCount,
  recoveryCodeOf,
  typedCode
} from "../../domain/access/SecondFactor.ts"
import type { User } from "../../domain/access/Organization.ts"
import { type SignIn, SignOut } from "../../domain/access/SignIn.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { OneTimeCodes, SecondFactors, SignInGuard, SignIns } from "../../ports/access/SignIns.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import {
  type SignInClient,
  type FactoredAccount,
  confirmedSession,
  currentSession,
  recordFailure,
  recordForUser,
  startSession
} from "./signIn.ts"

/** The name under which authenticators show the service. */
const product = "Parley"

const factorOf = ({ factors }: FactoredAccount, factorId: FactorId) => {
  const factor = factors.find(({ id }) => id === factorId)
  return factor === undefined ? Effect.fail(new FactorUnknown()) : Effect.succeed(factor)
}

/** A session that may change factors (contract: Second factors). */
const freshSession = Effect.fnUntraced(function* (accessToken: Redacted.Redacted) {
  const session = yield* confirmedSession(accessToken)
  if (!mayChangeFactors(session.signIn, session.account.factors, yield* DateTime.now)) {
    return yield* new SecondFactorMissing({ reason: "fresh" })
  }
  return session
})

const auditedFactor = ({ id, name }: Factor, { email }: User) => ({ id, name: name === "" ? email : name })

/** Begins the enrolment of a device. The result alone has its key. */
export const enrolFactor = Effect.fn("enrolFactor")(function* (accessToken: Redacted.Redacted, name: string) {
  const ids = yield* IdSource
  const { account } = yield* freshSession(accessToken)
  const { factors, user } = account
  if (factors.filter(({ status }) => status === "verified").length >= maxFactors) return yield* new TooManyFactors()
  const at = yield* DateTime.now
  const factor: Factor = {
    id: FactorId.make(yield* ids.uuid),
    userId: user.id,
    name: name.slice(0, maxFactorName),
    status: "unverified",
    createdAt: at,
    updatedAt: at
  }
  const key = factorKeyOf(yield* ids.secretText)
  yield* (yield* SecondFactors).enrol(factor, Redacted.make(key))
  return { factor, key: Redacted.make(key), link: Redacted.make(otpauthLink(product, user.email, key)) }
})

const periodOf = (at: DateTime.Utc): number => Math.floor(DateTime.toEpochMillis(at) / (challengeMinutes * 60_000))

const sessionOf = (signIn: SignIn | null) =>
  signIn === null ? Effect.fail(new ChallengeExpired()) : Effect.succeed(signIn)

/** Asks the session for a code of the factor. */
export const challengeFactor = Effect.fn("challengeFactor")(function* (
  accessToken: Redacted.Redacted,
  factorId: FactorId
) {
  const { account, signIn } = yield* currentSession(accessToken)
  const { id } = yield* factorOf(account, factorId)
  const at = yield* DateTime.now
  const challengeId = yield* (yield* OneTimeCodes).challengeOf((yield* sessionOf(signIn)).id, id, periodOf(at))
  return { challengeId, expiresAt: DateTime.add(at, { minutes: challengeMinutes }) }
})

/** Challenges are valid in their period and the next one, so each lives at least `challengeMinutes`. */
const checkChallenge = Effect.fnUntraced(function* ({ id }: SignIn, factorId: FactorId, challengeId: string) {
  const { challengeOf } = yield* OneTimeCodes
  const period = periodOf(yield* DateTime.now)
  const valid = yield* Effect.forEach([period, period - 1], (one) => challengeOf(id, factorId, one))
  if (!valid.includes(challengeId.toLowerCase())) return yield* new ChallengeExpired()
})

/** Whether the code is one of the factor's, which is used up by it. */
const useDeviceCode = Effect.fnUntraced(function* ({ id, userId }: Factor, code: string) {
  const { codeAt } = yield* OneTimeCodes
  const { keyOf, useStep } = yield* SecondFactors
  const found = yield* keyOf(userId, id)
  if (Option.isNone(found)) return false
  const { key, lastStep } = found.value
  const steps = acceptedSteps(yield* DateTime.now, lastStep)
  const codes = yield* Effect.forEach(steps, (step) => codeAt(key, step))
  const step = steps[codes.indexOf(code)]
  return step === undefined ? false : yield* useStep(userId, id, step)
})

/** Whether the code confirms the session: one of the device, or a recovery code of a factor that was verified before. */
const useCode = Effect.fnUntraced(function* (factor: Factor, typed: string, user: User) {
  const code = typedCode(typed)
  if (isDeviceCode(code)) return yield* useDeviceCode(factor, code)
  if (factor.status !== "verified") return false
  const isUsed = yield* (yield* SecondFactors).useRecoveryCode(factor.userId, Redacted.make(code))
  if (isUsed) yield* recordForUser(user, "recovery_code.used")
  return isUsed
})

/** New recovery codes in place of the previous ones. The result alone has them. */
const replaceRecoveryCodes = Effect.fnUntraced(function* ({ id }: User) {
  const { secretText } = yield* IdSource
  const codes = yield* Effect.replicateEffect(Effect.map(secretText, recoveryCodeOf), recoveryCodeCount)
  yield* (yield* SecondFactors).setRecoveryCodes(
    id,
    codes.map((code) => Redacted.make(code))
  )
  return codes.map((code) => Redacted.make(code))
})

/** Marks a new factor as verified. The first one comes with recovery codes. */
const completeEnrolment = Effect.fnUntraced(function* (factor: Factor, { factors, user }: FactoredAccount) {
  const { verify } = yield* SecondFactors
  const { atomically } = yield* Transaction
  const isFirst = !needsSecondFactor(factors)
  return yield* atomically(
    Effect.gen(function* () {
      yield* verify(user.id, factor.id, yield* DateTime.now)
      yield* recordForUser(user, "factor.added", auditedFactor(factor, user))
      return isFirst ? yield* replaceRecoveryCodes(user) : null
    })
  )
})

/** The answer to a challenge. */
export interface ChallengeAnswer {
  readonly factorId: FactorId
  readonly challengeId: string
  readonly code: string
}

/**
 * Confirms the session by a code, and returns tokens of a new session in its place. The first code of a new factor also
 * verifies it, and ends the user's other sessions, which no factor confirmed.
 */
export const verifyFactor = Effect.fn("verifyFactor")(function* (
  accessToken: Redacted.Redacted,
  { challengeId, code, factorId }: ChallengeAnswer,
  client: SignInClient
) {
  const { account, signIn: session } = yield* currentSession(accessToken)
  const factor = yield* factorOf(account, factorId)
  const signIn = yield* sessionOf(session)
  // A session that waits for a code must not confirm itself by a device that it has enrolled before.
  const isPending = assuranceOf(signIn, account.factors) === "pending"
  if (isPending && factor.status !== "verified") return yield* new FactorUnknown()
  yield* checkChallenge(signIn, factorId, challengeId)
  const { user } = account
  const { attempt } = yield* SignInGuard
  const check = Effect.map(useCode(factor, code, user), (isRight) => (isRight ? Option.some(factor) : Option.none()))
  const confirmed = yield* attempt({ email: `second factor of ${user.id}`, origin: client.origin }, check)
  if (Option.isNone(confirmed)) {
    yield* recordFailure(user)
    return yield* new CodeWrong()
  }
  const recoveryCodes = factor.status === "verified" ? null : yield* completeEnrolment(factor, account)
  if (factor.status === "unverified") {
    yield* (yield* SignIns).end(user.id, SignOut.cases.Elsewhere.make({ signInId: signIn.id }))
  }
  return { grant: yield* startSession(user, client, signIn), recoveryCodes }
})

/** Removes a factor. A verified one requires a code just before. */
export const removeFactor = Effect.fn("removeFactor")(function* (accessToken: Redacted.Redacted, factorId: FactorId) {
  const { account } = yield* freshSession(accessToken)
  const factor = yield* factorOf(account, factorId)
  const { atomically } = yield* Transaction
  const { remove } = yield* SecondFactors
  const { user } = account
  return yield* atomically(
    Effect.gen(function* () {
      if (!(yield* remove(user.id, factorId))) return yield* new FactorUnknown()
      if (factor.status === "verified") yield* recordForUser(user, "factor.removed", auditedFactor(factor, user))
      return factor
    })
  )
})

/** Replaces the recovery codes of a user with factors, after a code just before. */
export const renewRecoveryCodes = Effect.fn("renewRecoveryCodes")(function* (accessToken: Redacted.Redacted) {
  const { account } = yield* freshSession(accessToken)
  const { atomically } = yield* Transaction
  if (!needsSecondFactor(account.factors)) return yield* new FactorUnknown()
  return yield* atomically(
    Effect.tap(replaceRecoveryCodes(account.user), () => recordForUser(account.user, "recovery_codes.replaced"))
  )
})

/** How many recovery codes are left. */
export const countRecoveryCodes = Effect.fn("countRecoveryCodes")(function* (accessToken: Redacted.Redacted) {
  const { account } = yield* confirmedSession(accessToken)
  return yield* (yield* SecondFactors).countRecoveryCodes(account.user.id)
})
