import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { resetFactors } from "../../src/app/access/memberSignIns.ts"
import * as TotpCodes from "../../src/adapters/identity/TotpCodes.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { IdentityProvider } from "../../src/ports/access/IdentityProvider.ts"
import {
  adaBody,
  ask,
  bearer,
  email,
  givenAda,
  identityWorld,
  refresh,
  seen,
  signIn,
  tokensOf
} from "./identityProvider.ts"
import { issuer, now, sessionTokens } from "./sessionTokens.ts"

const Enrolled = Schema.Struct({
  id: Schema.String,
  totp: Schema.Struct({ secret: Schema.String, uri: Schema.String })
})
const Challenge = Schema.Struct({ id: Schema.String, type: Schema.Literal("totp"), expires_at: Schema.Int })
const WithCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) })

const signedIn = Effect.flatMap(signIn(), tokensOf)

const enrol = Effect.fnUntraced(function* (token: string) {
  const answer = yield* ask("/auth/v1/factors", {
    headers: bearer(token),
    body: { factor_type: "totp", friendly_name: "Phone" }
  })
  return yield* Schema.decodeUnknownEffect(Enrolled)(answer.body)
})

const challenge = Effect.fnUntraced(function* (token: string, id: string) {
  const answer = yield* ask(`/auth/v1/factors/${id}/challenge`, { headers: bearer(token), body: {} })
  return yield* Schema.decodeUnknownEffect(Challenge)(answer.body)
})

/** The code that the device shows this many seconds after the instant of the tests. */
const codeAt = (secret: string, seconds = 0): string =>
  TotpCodes.hotp(TotpCodes.bytesOf(secret), Math.floor((now + seconds) / 30))

/** Answers a new challenge. */
const verify = Effect.fnUntraced(function* (token: string, id: string, code: string, from = "192.0.2.1") {
  const asked = yield* challenge(token, id)
  return yield* ask(`/auth/v1/factors/${id}/verify`, {
    headers: bearer(token),
    body: { challenge_id: asked.id, code },
    from
  })
})

const later = (seconds: number) => TestClock.setTime((now + seconds) * 1_000)

/** Ada, whose phone confirms her sign-ins, in a session that it confirmed. */
const givenPhone = Effect.gen(function* () {
  const { organizationId, userId } = yield* givenAda
  const first = yield* signedIn
  const { id, totp } = yield* enrol(first.access_token)
  const answer = yield* verify(first.access_token, id, codeAt(totp.secret))
  const { recovery_codes: recoveryCodes } = yield* Schema.decodeUnknownEffect(WithCodes)(answer.body)
  return { organizationId, userId, id, secret: totp.secret, recoveryCodes, confirmed: yield* tokensOf(answer) }
})

const failed = (status: number, code: string, message: string) => ({ status, body: { code, message } })
const wrongCode = failed(422, "mfa_verification_failed", "Invalid TOTP code entered")
const pending = failed(403, "insufficient_aal", "AAL2 session is required")

const auditedActions = Effect.flatMap(World, ({ state }) =>
  Effect.map(state, ({ auditEntries }) => auditEntries.map(({ action }) => action))
)

const verified = (id: string) => ({
  id,
  friendly_name: "Phone",
  factor_type: "totp",
  status: "verified",
  created_at: "2026-11-20T12:00:00.000Z",
  updated_at: "2026-11-20T12:00:00.000Z"
})

describe("second factors by TOTP", () => {
  it.effect("second factors: enrolment answers as GoTrue does, and the first code verifies the factor", () =>
    Effect.gen(function* () {
      const { userId } = yield* givenAda
      const { access_token: token } = yield* signedIn
      const answer = yield* ask("/auth/v1/factors", {
        headers: bearer(token),
        body: { factor_type: "totp", friendly_name: "Phone" }
      })
      const { id, totp } = yield* Schema.decodeUnknownEffect(Enrolled)(answer.body)
      assert.match(totp.secret, /^[A-Z2-7]{32}$/)
      assert.deepStrictEqual(seen(answer), {
        status: 200,
        body: {
          id,
          type: "totp",
          friendly_name: "Phone",
          totp: {
            secret: totp.secret,
            uri: `otpauth://totp/Parley:Ada%40Example.com?secret=${totp.secret}&issuer=Parley&algorithm=SHA1&digits=6&period=30`
          }
        }
      })
      const asked = yield* challenge(token, id)
      assert.strictEqual(asked.expires_at, now + 300)
      assert.deepStrictEqual(seen(yield* verify(token, id, "000000")), wrongCode)
      const confirmed = yield* verify(token, id, codeAt(totp.secret))
      const { user } = yield* Schema.decodeUnknownEffect(Schema.Struct({ user: Schema.Json }))(confirmed.body)
      const { created_at, updated_at, is_anonymous, ...rest } = adaBody(userId)
      assert.deepStrictEqual(user, { ...rest, factors: [verified(id)], created_at, updated_at, is_anonymous })
      const { recovery_codes: codes } = yield* Schema.decodeUnknownEffect(WithCodes)(confirmed.body)
      assert.strictEqual(new Set(codes).size, 10)
      assert.isTrue(codes.every((code) => /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/.test(code)))
      assert.include(yield* auditedActions, "factor.added")
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: a password alone gets a token that nothing but the second step accepts", () =>
    Effect.gen(function* () {
      const { id, secret, userId } = yield* givenPhone
      yield* later(60)
      const tokens = yield* signedIn
      const token = tokens.access_token
      const { verify: verifyToken } = yield* sessionTokens({ issuer: Option.some(issuer) })
      const refused = yield* Effect.flip(verifyToken(Redacted.make(token)))
      assert.strictEqual(refused._tag === "SessionTokenInvalid" ? refused.reason : refused._tag, "other audience")
      for (const [method, path, body] of [
        ["GET", "/auth/v1/sessions", undefined],
        ["GET", "/auth/v1/recovery-codes", undefined],
        ["POST", "/auth/v1/recovery-codes", {}],
        ["POST", "/auth/v1/factors", { factor_type: "totp" }],
        ["DELETE", `/auth/v1/factors/${id}`, undefined],
        ["PUT", "/auth/v1/user", { data: { name: "Eve" } }]
      ] as const) {
        const answer = yield* ask(path, { method, headers: bearer(token), ...(body === undefined ? {} : { body }) })
        assert.deepStrictEqual([path, seen(answer)], [path, pending])
      }
      const refreshed = yield* Effect.flatMap(refresh(tokens.refresh_token), tokensOf)
      assert.strictEqual((yield* Effect.flip(verifyToken(Redacted.make(refreshed.access_token))))._tag, refused._tag)

      const confirmed = yield* tokensOf(yield* verify(token, id, codeAt(secret, 60)))
      const caller = yield* verifyToken(Redacted.make(confirmed.access_token))
      assert.deepStrictEqual(caller, { _tag: "User", userId, email })
      const again = yield* Effect.flatMap(refresh(confirmed.refresh_token), tokensOf)
      assert.strictEqual((yield* verifyToken(Redacted.make(again.access_token)))._tag, "User")
      // The session of the password alone is over.
      const old = yield* ask("/auth/v1/user", { headers: bearer(token) })
      assert.strictEqual(old.status, 403)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: a code confirms once, and within a step of its time only", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* givenPhone
      const { access_token: token } = yield* signedIn
      assert.deepStrictEqual(seen(yield* verify(token, id, codeAt(secret))), wrongCode)
      yield* later(90)
      assert.deepStrictEqual(seen(yield* verify(token, id, codeAt(secret, 30))), wrongCode)
      assert.deepStrictEqual(seen(yield* verify(token, id, codeAt(secret, 150))), wrongCode)
      assert.strictEqual((yield* verify(token, id, codeAt(secret, 120))).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: a recovery code confirms once, and is counted", () =>
    Effect.gen(function* () {
      const { confirmed, id, recoveryCodes } = yield* givenPhone
      const [code = ""] = recoveryCodes
      const left = ask("/auth/v1/recovery-codes", { headers: bearer(confirmed.access_token) })
      assert.deepStrictEqual(seen(yield* left), { status: 200, body: { left: 10 } })
      const { access_token: token } = yield* signedIn
      assert.strictEqual((yield* verify(token, id, code.toUpperCase())).status, 200)
      assert.deepStrictEqual(seen(yield* left), { status: 200, body: { left: 9 } })
      const { access_token: other } = yield* signedIn
      assert.deepStrictEqual(seen(yield* verify(other, id, code)), wrongCode)
      assert.include(yield* auditedActions, "recovery_code.used")
      assert.notInclude(JSON.stringify(yield* Effect.flatMap(World, ({ state }) => state)), code.replaceAll("-", ""))
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: five wrong codes of an origin lock it for five minutes", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* givenPhone
      const { access_token: token } = yield* signedIn
      for (let attempt = 0; attempt < 5; attempt++) {
        assert.deepStrictEqual(seen(yield* verify(token, id, "000000")), wrongCode)
      }
      yield* later(90)
      const locked = yield* verify(token, id, codeAt(secret, 90))
      assert.deepStrictEqual(seen(locked), failed(429, "over_request_rate_limit", "Request rate limit reached"))
      assert.strictEqual(locked.headers.get("retry-after"), "210")
      yield* later(301)
      assert.strictEqual((yield* verify(token, id, codeAt(secret, 301))).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: a challenge belongs to its session, and ends", () =>
    Effect.gen(function* () {
      const { id, secret } = yield* givenPhone
      const mine = yield* signedIn
      const other = yield* signedIn
      const asked = yield* challenge(mine.access_token, id)
      const answer = (token: string, code: string) =>
        ask(`/auth/v1/factors/${id}/verify`, { headers: bearer(token), body: { challenge_id: asked.id, code } })
      const expired = failed(
        422,
        "mfa_challenge_expired",
        "MFA challenge has expired, verify against another challenge or create a new challenge."
      )
      yield* later(60)
      assert.deepStrictEqual(seen(yield* answer(other.access_token, codeAt(secret, 60))), expired)
      yield* later(601)
      assert.deepStrictEqual(seen(yield* answer(mine.access_token, codeAt(secret, 601))), expired)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: the first one ends the user's other sessions", () =>
    Effect.gen(function* () {
      yield* givenAda
      const other = yield* signedIn
      const { access_token: token } = yield* signedIn
      const { id, totp } = yield* enrol(token)
      assert.strictEqual((yield* verify(token, id, codeAt(totp.secret))).status, 200)
      assert.strictEqual((yield* refresh(other.refresh_token)).status, 400)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: one is removed within five minutes of a code, with its recovery codes", () =>
    Effect.gen(function* () {
      const { confirmed, id, secret } = yield* givenPhone
      const remove = (token: string) => ask(`/auth/v1/factors/${id}`, { method: "DELETE", headers: bearer(token) })
      yield* later(301)
      assert.deepStrictEqual(
        seen(yield* remove(confirmed.access_token)),
        failed(403, "insufficient_aal", "A code of a second factor is required within the last minutes")
      )
      const fresh = yield* tokensOf(yield* verify(confirmed.access_token, id, codeAt(secret, 301)))
      const replaced = yield* ask("/auth/v1/recovery-codes", { headers: bearer(fresh.access_token), body: {} })
      assert.strictEqual(replaced.status, 200)
      assert.deepStrictEqual(seen(yield* remove(fresh.access_token)), { status: 200, body: { id } })
      const { factors, recoveryCodes } = yield* Effect.flatMap(World, ({ state }) => state)
      assert.deepStrictEqual([factors, recoveryCodes], [[], []])
      const gone = failed(404, "mfa_factor_not_found", "Factor not found")
      assert.deepStrictEqual(seen(yield* remove(fresh.access_token)), gone)
      assert.includeMembers([...(yield* auditedActions)], ["factor.removed", "recovery_codes.replaced"])
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("second factors: a reset removes them and ends the sessions", () =>
    Effect.gen(function* () {
      const { confirmed, organizationId, userId } = yield* givenPhone
      const own = IdentityProvider.of({ isOwn: true, userIdOf: (subject) => UserId.make(subject) })
      const { removed } = yield* Effect.provideService(resetFactors(organizationId, userId), IdentityProvider, own)
      assert.strictEqual(removed, 1)
      assert.strictEqual((yield* refresh(confirmed.refresh_token)).status, 400)
      const { verify: verifyToken } = yield* sessionTokens({ issuer: Option.some(issuer) })
      const { access_token: token } = yield* signedIn
      assert.strictEqual((yield* verifyToken(Redacted.make(token)))._tag, "User")
      assert.include(yield* auditedActions, "member.factors_reset")
    }).pipe(Effect.provide(identityWorld))
  )
})
