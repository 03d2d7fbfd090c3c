import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  challengeFactor,
  countRecoveryCodes,
  enrolFactor,
  removeFactor,
  renewRecoveryCodes,
  verifyFactor
} from "../../../app/access/secondFactors.ts"
import { FactorId } from "../../../domain/Ids.ts"
import { AuditActor } from "../../../domain/access/AuditEntry.ts"
import { maxFactorName, shownRecoveryCode } from "../../../domain/access/SecondFactor.ts"
import { authoredBy } from "../interfaces/RequestFacts.ts"
import { Text, idIn } from "../interfaces/requestFields.ts"
import { bearerOf, clientOf, confirmedRefusals, tokenRefusals, tooManyAttempts } from "./caller.ts"
import { refusal } from "./GoTrueError.ts"
import { field, readBody } from "./readBody.ts"
import { grantBody } from "./token.ts"

const byItself = authoredBy(AuditActor.cases.Program.make({}))

const unknown = refusal(404, "mfa_factor_not_found", "Factor not found")

const expired = refusal(
  422,
  "mfa_challenge_expired",
  "MFA challenge has expired, verify against another challenge or create a new challenge."
)

const notFound = { FactorUnknown: () => unknown }

const factorIdIn = idIn(FactorId)

/** The factor in the path. */
const pathFactor = Effect.flatMap(HttpRouter.params, ({ id = "" }) =>
  Option.match(factorIdIn(id), { onNone: () => Effect.fail(unknown), onSome: Effect.succeed })
)

const isName = Schema.is(Text.check(Schema.isMaxLength(maxFactorName)))

const readEnrolment = readBody(Schema.Struct({ factor_type: field, friendly_name: field }))

/** `POST /factors`: begins the enrolment of a device. */
export const enrol = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const { factor_type: type, friendly_name: name } = yield* readEnrolment(request)
  if (type !== "totp") return yield* refusal(400, "validation_failed", "factor_type needs to be totp")
  if (!isName(name ?? "")) {
    return yield* refusal(400, "validation_failed", `friendly_name should have at most ${maxFactorName} characters`)
  }
  const { factor, key, link } = yield* Effect.catchTags(enrolFactor(token, name ?? ""), {
    ...confirmedRefusals,
    TooManyFactors: () =>
      refusal(422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue")
  })
  return HttpServerResponse.jsonUnsafe({
    id: factor.id,
    type: "totp",
    ...(factor.name === "" ? {} : { friendly_name: factor.name }),
    totp: { secret: Redacted.value(key), uri: Redacted.value(link) }
  })
})

/** `POST /factors/{id}/challenge`: asks for a code. */
export const challenge = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  const { challengeId, expiresAt } = yield* Effect.catchTags(challengeFactor(token, yield* pathFactor), {
    ...tokenRefusals,
    ...notFound,
    ChallengeExpired: () => expired
  })
  return HttpServerResponse.jsonUnsafe({
    id: challengeId,
    type: "totp",
    expires_at: Math.floor(DateTime.toEpochMillis(expiresAt) / 1_000)
  })
})

const shown = (codes: ReadonlyArray<Redacted.Redacted>): ReadonlyArray<string> =>
  codes.map((code) => shownRecoveryCode(Redacted.value(code)))

const readAnswer = readBody(Schema.Struct({ challenge_id: field, code: field }))

/** `POST /factors/{id}/verify`: takes a code of the device, or a recovery code, and issues tokens of a confirmed session. */
export const verify = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = yield* bearerOf(request)
  const factorId = yield* pathFactor
  const { challenge_id: challengeId, code } = yield* readAnswer(request)
  const answer = { factorId, challengeId: challengeId ?? "", code: code ?? "" }
  const { grant, recoveryCodes } = yield* verifyFactor(token, answer, clientOf(request)).pipe(
    byItself,
    Effect.catchTags({
      ...tokenRefusals,
      ...notFound,
      ChallengeExpired: () => expired,
      CodeWrong: () => refusal(422, "mfa_verification_failed", "Invalid TOTP code entered"),
      TooManySignInFailures: tooManyAttempts
    })
  )
  return HttpServerResponse.jsonUnsafe({
    ...grantBody(grant),
    ...(recoveryCodes === null ? {} : { recovery_codes: shown(recoveryCodes) })
  })
})

/** `DELETE /factors/{id}`: removes a factor. */
export const unenrol = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  const { id } = yield* removeFactor(token, yield* pathFactor).pipe(
    byItself,
    Effect.catchTags({ ...confirmedRefusals, ...notFound })
  )
  return HttpServerResponse.jsonUnsafe({ id })
})

/** `GET /recovery-codes`: how many are left. */
export const recoveryCodesLeft = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  return HttpServerResponse.jsonUnsafe({ left: yield* Effect.catchTags(countRecoveryCodes(token), confirmedRefusals) })
})

/** `POST /recovery-codes`: replaces all of them. */
export const recoveryCodes = Effect.gen(function* () {
  const token = yield* bearerOf(yield* HttpServerRequest.HttpServerRequest)
  const codes = yield* renewRecoveryCodes(token).pipe(byItself, Effect.catchTags({ ...confirmedRefusals, ...notFound }))
  return HttpServerResponse.jsonUnsafe({ recovery_codes: shown(codes) })
})
